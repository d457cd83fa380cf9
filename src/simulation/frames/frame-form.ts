import { attributesOf } from '../../cloud/point-fields.js';
import { pointCoder } from '../../io/clouds/cloud-formats.js';
import { type CloudLayout, cloudLayout } from '../../io/mcap/cloud-layouts.js';
import type { CodedPoints, PointCoder } from '../../io/records/coded-points.js';
import { arrayColumn, columnCoder } from '../../io/records/column-coder.js';
import type { CloudHeader } from '../../io/records/point-sink.js';
import { fitF32 } from '../../io/units/f32-coordinates.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';

/** The form of organised frames from which messages of ranges are made: these columns. */
const SCAN_FORM = columnCoder([
  arrayColumn('azimuth', Float32Array.BYTES_PER_ELEMENT),
  arrayColumn('frameTime', Float32Array.BYTES_PER_ELEMENT),
  arrayColumn('range', Float64Array.BYTES_PER_ELEMENT),
  arrayColumn('intensity', Uint16Array.BYTES_PER_ELEMENT),
]);

/** The columns of points in that form. */
export function scanColumns({ count, bytes }: CodedPoints) {
  const [azimuth, frameTime, range, intensity] = bytes.map(
    ({ buffer, byteOffset }) => [buffer, byteOffset, count] as const,
  );
  return {
    azimuth: new Float32Array(...azimuth),
    frameTime: new Float32Array(...frameTime),
    range: new Float64Array(...range),
    intensity: new Uint16Array(...intensity),
  };
}

/** The form of frames from which files of data sets are made: these columns, and colours where there are any. */
const LABELLED_COLUMNS = [
  arrayColumn('x', Float64Array.BYTES_PER_ELEMENT),
  arrayColumn('y', Float64Array.BYTES_PER_ELEMENT),
  arrayColumn('z', Float64Array.BYTES_PER_ELEMENT),
  arrayColumn('intensity', Uint16Array.BYTES_PER_ELEMENT),
  arrayColumn('semantic', Uint16Array.BYTES_PER_ELEMENT),
  arrayColumn('instance', Uint32Array.BYTES_PER_ELEMENT),
  arrayColumn('ring', Uint16Array.BYTES_PER_ELEMENT),
];

const labelledForm = ({ optional = [] }: CloudHeader): PointCoder =>
  columnCoder([
    ...LABELLED_COLUMNS,
    ...(optional.includes('rgb') ? [arrayColumn('rgb', 3 * Uint16Array.BYTES_PER_ELEMENT)] : []),
  ]);

/** The columns of parts of a frame in that form, one part behind the other. */
export function labelledColumns(parts: readonly CodedPoints[]) {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const columns = (parts[0]?.bytes ?? LABELLED_COLUMNS).map((_, k) => joinColumn(parts.map(({ bytes }) => bytes[k])));
  const [x, y, z, intensity, semantic, instance, ring, rgb] = columns;
  return {
    count,
    x: new Float64Array(x),
    y: new Float64Array(y),
    z: new Float64Array(z),
    intensity: new Uint16Array(intensity),
    semantic: new Uint16Array(semantic),
    instance: new Uint32Array(instance),
    ring: new Uint16Array(ring),
    ...(rgb && { rgb: new Uint16Array(rgb) }),
  };
}

/** A copy of stretches of bytes in memory of its own, which begins where numbers of any type may. */
function joinColumn(stretches: readonly Uint8Array[]): ArrayBuffer {
  const joined = new Uint8Array(stretches.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const stretch of stretches) {
    joined.set(stretch, at);
    at += stretch.length;
  }
  return joined.buffer;
}

/** The layout of the points of messages. */
export const messageLayout = (output: FrameOutput, header: CloudHeader): CloudLayout =>
  cloudLayout(
    output.layout === 'laserscan' ? 'all' : (output.layout ?? 'all'),
    attributesOf(header, output),
    fitF32(header.bounds),
  );

/**
 * The form of points of frames: that of their files, or of messages of a recording. `header` is that of their clouds.
 */
export function frameForm(output: FrameOutput, header: CloudHeader): PointCoder {
  const { format, fields } = output;
  if (format === 'data-set') return labelledForm(header);
  if (format !== 'mcap') return pointCoder({ format, fields }, header);
  if (output.layout === 'laserscan') return SCAN_FORM;
  const layout = messageLayout(output, header);
  return { code: (batch) => ({ count: batch.count, bytes: [layout.encode(batch)] }) };
}
