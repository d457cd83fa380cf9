import { UserError } from '../../../base/errors.js';
import type { Files } from '../../../base/files/files.js';
import { viewOf } from '../../bytes/byte-fields.js';
import { WAVE_PACKET, WAVE_PACKET_AT } from '../../las/point-layout.js';
import { METRES_PER_PICOSECOND } from '../../las/waveform-packets.js';
import { lasColumns } from '../../las-files/las-columns.js';
import { type LasFile, openLas } from '../../las-files/las-file.js';
import { openLasRecords } from '../../las-files/open-records.js';
import { batchPointsOf } from '../../records/batch-points.js';
import { RecordDecoder } from '../../records/record-decoder.js';
import { type Packet, type PacketReference, withPackets } from '../packet-reader.js';
import { orderParts, type RecordedPulse, type WaveformReader } from '../recorded-pulse.js';

const PICOSECOND = 1e-12;

/** A point with a waveform packet. */
interface WavePoint extends PacketReference {
  time: number;
  pointSourceId: number;
  /** Slant range, metres; undefined if the file does not state it. */
  range?: number;
  position: readonly number[];
  /** Place of the return, picoseconds from the first sample. */
  location: number;
  /** Metres a picosecond, back to the instrument. */
  beam: readonly number[];
}

/** Waveform packets of LAS 1.3 and 1.4 (point formats 4, 5, 9, 10). */
export const LAS_WAVEFORMS: WaveformReader = { endings: ['.las'], read };

async function read(files: Files, path: string, numbers: ReadonlySet<number>): Promise<RecordedPulse[]> {
  const file = await openLas(files, path);
  if (WAVE_PACKET_AT[file.header.pointFormat] === undefined)
    throw new UserError(`point format ${file.header.pointFormat} has no waveforms; 4, 5, 9 and 10 have`, {
      place: { file: path },
      hint: 'write "waveforms: internal" or "waveforms: external" in the output of the survey',
    });
  const groups = await collect(file, numbers);
  return withPackets(file, async (readPacket) => {
    const pulses: RecordedPulse[] = [];
    for (const [number, points] of groups) pulses.push(await assemble(number, points, readPacket));
    return pulses;
  });
}

/** The points of the wanted pulses: neighbours with the same time and leg. */
async function collect(file: LasFile, numbers: ReadonlySet<number>): Promise<Map<number, WavePoint[]>> {
  const groups = new Map<number, WavePoint[]>();
  const last = Math.max(...numbers);
  let [number, time, source] = [0, Number.NaN, Number.NaN];
  for await (const point of wavePoints(file)) {
    if (point.time !== time || point.pointSourceId !== source) number++;
    if (number > last) break;
    [time, source] = [point.time, point.pointSourceId];
    if (!numbers.has(number)) continue;
    groups.set(number, [...(groups.get(number) ?? []), point]);
  }
  return groups;
}

async function* wavePoints(file: LasFile): AsyncGenerator<WavePoint> {
  const { pointCount, recordLength, extraFields } = file;
  const batchPoints = batchPointsOf(file);
  const keys = ['x', 'y', 'z', 'gpsTime', 'pointSourceId', 'range'] as const;
  const decoder = new RecordDecoder(recordLength, lasColumns(file), keys);
  const statesRange = extraFields.some(({ name }) => name === 'range');
  const source = await openLasRecords(file);
  try {
    const records = new Uint8Array(batchPoints * recordLength);
    for (let first = 0; first < pointCount; first += batchPoints) {
      const count = Math.min(batchPoints, pointCount - first);
      await source.read(first, count, records);
      const columns = decoder.decode(records, count, decoder.createColumns(count), first);
      const packetAt = WAVE_PACKET_AT[file.header.pointFormat];
      for (let i = 0; i < count; i++) {
        const packet = decodePacket(viewOf(records), i * recordLength + packetAt);
        if (packet.descriptor === 0) continue;
        const position = [columns.x[i], columns.y[i], columns.z[i]];
        const range = statesRange ? columns.range[i] : undefined;
        const [time, pointSourceId] = [columns.gpsTime[i], columns.pointSourceId[i]];
        yield { point: first + i, time, pointSourceId, range, position, ...packet };
      }
    }
  } finally {
    await source.close();
  }
}

const decodePacket = (view: DataView, at: number) => ({
  descriptor: view.getUint8(at + WAVE_PACKET.descriptor),
  offset: Number(view.getBigUint64(at + WAVE_PACKET.offset, true)),
  bytes: view.getUint32(at + WAVE_PACKET.bytes, true),
  location: view.getFloat32(at + WAVE_PACKET.location, true),
  beam: [0, 4, 8].map((byte) => view.getFloat32(at + WAVE_PACKET.beam + byte, true)),
});

/** A pulse from its points; points that share a packet are returns of one part. */
async function assemble(
  number: number,
  points: readonly WavePoint[],
  readPacket: (reference: PacketReference) => Promise<Packet>,
): Promise<RecordedPulse> {
  const [first] = points;
  const fromEmission = points.every(({ range }) => range !== undefined);
  const parts = new Map<number, RecordedPulse['parts'][number]>();
  for (const point of points) {
    const known = parts.get(point.offset);
    const found = point.location * PICOSECOND;
    if (known) known.returns.push(found);
    else {
      const { values, descriptor } = await readPacket(point);
      const start = fromEmission ? startOf(point) : startAfter(first, point);
      parts.set(point.offset, { start, interval: descriptor.spacing * PICOSECOND, power: values, returns: [found] });
    }
  }
  const { time, pointSourceId } = first;
  return orderParts({ number, time, pointSourceId, fromEmission, parts: [...parts.values()] });
}

/** Seconds from the emission to the first sample: the return at its range is `location` behind it. */
const startOf = ({ range = 0, location }: WavePoint): number => (range / METRES_PER_PICOSECOND - location) * PICOSECOND;

/** Seconds from the first sample of one packet to that of another, by their anchor points along the beam. */
function startAfter(first: WavePoint, { position, location }: WavePoint): number {
  const { beam } = first;
  const length = Math.hypot(...beam);
  if (!(length > 0)) return 0;
  const along = beam.reduce((sum, b, axis) => sum - b * (position[axis] - first.position[axis]), 0) / length ** 2;
  return (along + first.location - location) * PICOSECOND;
}
