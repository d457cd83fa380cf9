import { invariant } from '../../base/errors.js';
import { attributesOf } from '../../cloud/point-fields.js';
import { pointCoder } from '../../io/clouds/cloud-formats.js';
import { type CloudLayout, cloudLayout, DEFAULT_LAYOUT, type StrengthsOf } from '../../io/mcap/cloud-layouts.js';
import type { CodedPoints, PointCoder } from '../../io/records/coded-points.js';
import { arrayColumn, attributeColumn, type CodedColumn, columnCoder } from '../../io/records/column-coder.js';
import type { CloudHeader } from '../../io/records/point-sink.js';
import { fitF32 } from '../../io/units/f32-coordinates.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { pointsOfObjects } from '../points/points-of-objects.js';

/** Intensities on the range of a layout. */
const strengthColumn = (strengthsOf: StrengthsOf): CodedColumn => ({
  bytes: Float32Array.BYTES_PER_ELEMENT,
  store: (target, batch) => target.set(new Uint8Array(strengthsOf(batch).buffer)),
});

/** The form of organised frames from which messages of ranges are made: these columns. */
const scanForm = (strengthsOf: StrengthsOf): PointCoder =>
  columnCoder([
    arrayColumn('azimuth', Float32Array.BYTES_PER_ELEMENT),
    arrayColumn('frameTime', Float32Array.BYTES_PER_ELEMENT),
    arrayColumn('range', Float64Array.BYTES_PER_ELEMENT),
    strengthColumn(strengthsOf),
  ]);

/** The columns of points in that form. */
export function scanColumns({ count, bytes }: CodedPoints) {
  const [azimuth, frameTime, range, strength] = bytes.map(
    ({ buffer, byteOffset }) => [buffer, byteOffset, count] as const,
  );
  return {
    azimuth: new Float32Array(...azimuth),
    frameTime: new Float32Array(...frameTime),
    range: new Float64Array(...range),
    strength: new Float32Array(...strength),
  };
}

/** Columns of frames from which files of data sets are made, before and behind the intensities. */
const PLACES = [
  arrayColumn('x', Float64Array.BYTES_PER_ELEMENT),
  arrayColumn('y', Float64Array.BYTES_PER_ELEMENT),
  arrayColumn('z', Float64Array.BYTES_PER_ELEMENT),
];
const LABELS = [
  arrayColumn('semantic', Uint16Array.BYTES_PER_ELEMENT),
  arrayColumn('classification', Uint8Array.BYTES_PER_ELEMENT),
  arrayColumn('instance', Uint32Array.BYTES_PER_ELEMENT),
  arrayColumn('ring', Uint16Array.BYTES_PER_ELEMENT),
];

/** The form with these columns, and colours where there are any. */
const labelledForm = ({ optional = [] }: CloudHeader, strengthsOf: StrengthsOf): PointCoder =>
  columnCoder([
    ...[...PLACES, strengthColumn(strengthsOf), ...LABELS],
    ...(optional.includes('rgb') ? [arrayColumn('rgb', 3 * Uint16Array.BYTES_PER_ELEMENT)] : []),
  ]);

/** The columns of parts of a frame in that form, one part behind the other. */
export function labelledColumns(parts: readonly CodedPoints[]) {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const length = parts[0]?.bytes.length ?? PLACES.length + 1 + LABELS.length;
  const columns = Array.from({ length }, (_, k) => joinColumn(parts.map(({ bytes }) => bytes[k])));
  const [x, y, z, strength, semantic, classification, instance, ring, rgb] = columns;
  return {
    count,
    x: new Float64Array(x),
    y: new Float64Array(y),
    z: new Float64Array(z),
    strength: new Float32Array(strength),
    semantic: new Uint16Array(semantic),
    classification: new Uint8Array(classification),
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
export function messageLayout(output: FrameOutput, header: CloudHeader): CloudLayout {
  const { layout = DEFAULT_LAYOUT } = output.recording ?? {};
  invariant(layout !== 'laserscan', 'messages of ranges have no points');
  return cloudLayout(layout, attributesOf(header, output), fitF32(header.bounds));
}

/**
 * The form of points of frames: that of their files, of messages of a recording, or of records of a stream. `header` is
 * that of their clouds, `strengthsOf` gives the intensities of points on the range of their layout.
 */
export function frameForm(output: FrameOutput, header: CloudHeader, strengthsOf: StrengthsOf): PointCoder {
  const { format, fields } = output;
  if (format === 'data-set') return labelledForm(header, strengthsOf);
  if (format === 'stream') return columnCoder(attributesOf(header, output).map(attributeColumn));
  if (format !== 'mcap') return pointCoder({ format, fields }, header);
  const form = messageForm(output, header, strengthsOf);
  return output.recording?.boxes ? withObjects(form) : form;
}

function messageForm(output: FrameOutput, header: CloudHeader, strengthsOf: StrengthsOf): PointCoder {
  if (output.recording?.layout === 'laserscan') return scanForm(strengthsOf);
  const layout = messageLayout(output, header);
  return { code: (batch) => ({ count: batch.count, bytes: [layout.encode(batch, strengthsOf)] }) };
}

/** A form with the number of points of each object behind its other bytes. */
const withObjects = ({ code }: PointCoder): PointCoder => ({
  code(batch) {
    const { count, bytes } = code(batch);
    return { count, bytes: [...bytes, new Uint8Array(pointsOfObjects(batch).buffer)] };
  },
});
