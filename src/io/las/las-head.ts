import type { CloudHeader } from '../records/point-sink.js';
import type { Quantization } from '../records/quantization.js';
import { encodeHeader, encodeOlderHeader, GLOBAL_ENCODING, HEADER_BYTES } from './las-header.js';
import type { PointData } from './point-data.js';
import { isOlder, type PointLayout } from './point-layout.js';
import type { RecordTally } from './record-tally.js';
import { encodeVlr, type Vlr } from './vlr.js';

const SYSTEM_IDENTIFIER = 'subray virtual laser scanner';

const MS_PER_DAY = 86_400_000;

/** The waveforms of a file, in the header. */
export interface HeadWaveforms {
  /** Bits of the global encoding. */
  encoding: number;
  /** Records that describe the waveforms so far; their total size is constant. */
  vlrs(): readonly Vlr[];
  /** Whether they follow the points in this file. */
  internal: boolean;
}

/** Facts about the points that the head states. */
interface HeadFacts {
  layout: PointLayout;
  quantization: Quantization;
  /** Tally of the records so far. */
  tally: RecordTally;
  data: PointData;
  /** Waveforms of the points, if they have any. */
  waveforms?: HeadWaveforms;
  /** Times are seconds of the GPS week; absent: adjusted standard GPS time. */
  weekTime?: boolean;
}

/** Everything before the records of points, for a file with the points so far. */
export function lasHead(header: CloudHeader, vlrs: readonly Vlr[], facts: HeadFacts): () => Uint8Array {
  const { data, waveforms, weekTime = false } = facts;
  const time = weekTime ? 0 : GLOBAL_ENCODING.standardGpsTime;
  const older = isOlder(facts.layout.format);
  const globalEncoding = time | (older ? 0 : GLOBAL_ENCODING.wkt) | (waveforms?.encoding ?? 0);
  const headerBytes = older ? HEADER_BYTES.v12 : HEADER_BYTES.v14;
  const encode = older ? encodeOlderHeader : encodeHeader;
  return () => {
    const all = [...(data.firstVlrs ?? []), ...vlrs, ...data.vlrs, ...(waveforms?.vlrs() ?? [])];
    const records = all.map(encodeVlr);
    const size = records.reduce<number>((sum, { length }) => sum + length, headerBytes);
    const fields = {
      ...constantFields(header),
      versionMinor: older ? 2 : 4,
      headerSize: headerBytes,
      pointDataOffset: size,
      vlrCount: all.length,
      compressed: data.compressed,
    };
    const start = data.start(size);
    const bytes = new Uint8Array(size + start.length);
    bytes.set(
      encode({
        ...fields,
        ...fieldsOf(facts),
        ...extendedFields(size + data.bytes, data, waveforms),
        globalEncoding,
      }),
    );
    let at: number = headerBytes;
    for (const record of records) {
      bytes.set(record, at);
      at += record.length;
    }
    bytes.set(start, size);
    return bytes;
  };
}

/** The fields of extended records; `end` is the end of the point data. */
function extendedFields(
  end: number,
  { extendedRecords = 0 }: PointData,
  waveforms: HeadWaveforms | undefined,
): { waveformOffset: number; evlrOffset: number; evlrCount: number } {
  const evlrCount = waveforms?.internal ? 1 : extendedRecords;
  return { waveformOffset: waveforms?.internal ? end : 0, evlrOffset: evlrCount > 0 ? end : 0, evlrCount };
}

function constantFields({ software, created, fileSourceId = 0, projectId }: CloudHeader) {
  return {
    versionMajor: 1,
    fileSourceId,
    projectId,
    systemIdentifier: SYSTEM_IDENTIFIER,
    generatingSoftware: software,
    creationDayOfYear: dayOfYear(created),
    creationYear: created.getUTCFullYear(),
    legacyPointCount: 0,
  };
}

const fieldsOf = ({ layout, quantization, tally }: HeadFacts) => ({
  pointFormat: layout.format,
  recordLength: layout.recordLength,
  ...quantization,
  bounds: tally.bounds(quantization),
  pointCount: tally.points,
  pointsByReturn: tally.byReturn.slice(1),
});

/** Day of the year, from 1, in Greenwich. */
export function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / MS_PER_DAY) + 1;
}
