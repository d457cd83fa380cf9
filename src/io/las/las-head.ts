import type { CloudHeader } from '../point-sink.js';
import { encodeHeader, GLOBAL_ENCODING, HEADER_BYTES } from './las-header.js';
import type { PointEncoder } from './point-encoder.js';
import { encodeVlr, type Vlr } from './vlr.js';

const SYSTEM_IDENTIFIER = 'subray virtual laser scanner';

const MS_PER_DAY = 86_400_000;

/** Everything before the point data, header and records, of a file with the points that `encoder` has had so far. */
export function lasHead(
  header: CloudHeader,
  encoder: PointEncoder,
  vlrs: readonly Vlr[],
  compressed: boolean,
): () => Uint8Array {
  const records = vlrs.map(encodeVlr);
  const size = records.reduce<number>((sum, { length }) => sum + length, HEADER_BYTES.v14);
  const constant = { ...constantFields(header), pointDataOffset: size, vlrCount: vlrs.length, compressed };
  return () => {
    const bytes = new Uint8Array(size);
    bytes.set(encodeHeader({ ...constant, ...fieldsOf(encoder) }));
    let at: number = HEADER_BYTES.v14;
    for (const record of records) {
      bytes.set(record, at);
      at += record.length;
    }
    return bytes;
  };
}

function constantFields({ software, created }: CloudHeader) {
  return {
    versionMajor: 1,
    versionMinor: 4,
    globalEncoding: GLOBAL_ENCODING.standardGpsTime | GLOBAL_ENCODING.wkt,
    fileSourceId: 0,
    systemIdentifier: SYSTEM_IDENTIFIER,
    generatingSoftware: software,
    creationDayOfYear: dayOfYear(created),
    creationYear: created.getUTCFullYear(),
    headerSize: HEADER_BYTES.v14,
    evlrOffset: 0,
    evlrCount: 0,
    legacyPointCount: 0,
  };
}

function fieldsOf(encoder: PointEncoder) {
  const { layout, quantization, points, pointsByReturn } = encoder;
  return {
    pointFormat: layout.format,
    recordLength: layout.recordLength,
    ...quantization,
    bounds: encoder.bounds(),
    pointCount: points,
    pointsByReturn,
  };
}

/** From 1, Greenwich. */
function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / MS_PER_DAY) + 1;
}
