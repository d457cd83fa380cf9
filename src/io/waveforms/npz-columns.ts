import type { PointBatch } from '../../cloud/point-batch.js';
import { type WaveformBatch, waveformPart } from '../../cloud/waveform-batch.js';
import type { NpyType } from '../npz/npy-head.js';

/** An array of the archive besides the samples. */
export interface NpzColumn {
  name: string;
  type: NpyType;
  /** Numbers of a row; 1: the array has one axis. */
  columns: number;
  /** The rows of a batch; `sampleStart` is the number of samples before it. */
  rows(waveforms: WaveformBatch, points: PointBatch, sampleStart: number): ArrayBufferView;
}

type PerPart = Pick<NpzColumn, 'name' | 'type' | 'rows'> & { columns?: number };
const column = ({ columns = 1, ...rest }: PerPart): NpzColumn => ({ columns, ...rest });

/** The arrays with a row per waveform, then those with a row per return, in the order of the archive. */
export const NPZ_COLUMNS: readonly NpzColumn[] = Object.freeze([
  column({ name: 'pulse', type: '<u4', rows: ({ pulse }) => pulse }),
  column({ name: 'point_source_id', type: '<u2', rows: ({ pointSourceId }) => pointSourceId }),
  column({ name: 'scanner', type: '|u1', rows: ({ scanner }) => scanner }),
  column({ name: 'time', type: '<f8', rows: ({ time }) => time }),
  column({ name: 'origin', type: '<f8', columns: 3, rows: ({ origin }) => origin }),
  column({ name: 'direction', type: '<f4', columns: 3, rows: ({ direction }) => direction }),
  column({ name: 'first_sample', type: '<u4', rows: ({ firstSample }) => firstSample }),
  column({ name: 'behind_tick', type: '<f4', rows: ({ behindTick }) => behindTick }),
  column({ name: 'interval', type: '<f8', rows: ({ count, interval }) => new Float64Array(count).fill(interval) }),
  column({
    name: 'sample_start',
    type: '<i8',
    rows: ({ sampleStart }, _, before) => BigInt64Array.from(sampleStart, (start) => BigInt(before + start)),
  }),
  column({ name: 'sample_count', type: '<u4', rows: ({ sampleCount }) => sampleCount }),
  column({ name: 'gain', type: '<f4', rows: ({ gain }) => gain }),
  column({ name: 'baseline', type: '<f4', rows: ({ count, baseline }) => new Float32Array(count).fill(baseline) }),
  column({ name: 'cut', type: '|u1', rows: ({ cut }) => cut }),
  column({
    name: 'return_waveform',
    type: '<u4',
    rows: (waveforms, points) => returnsOf(waveforms, points).map((point) => points.waveform?.[point] ?? 0),
  }),
  column({
    name: 'return_time',
    type: '<f4',
    rows: (waveforms, points) =>
      Float32Array.from(returnsOf(waveforms, points), (point) => points.returnTime?.[point] ?? 0),
  }),
]);

/** The points of a batch that have a waveform. */
function returnsOf(waveforms: WaveformBatch, points: PointBatch): Uint32Array {
  const found = new Uint32Array(points.count);
  let count = 0;
  for (let i = 0; i < points.count; i++) if (waveformPart(points, i, waveforms) !== undefined) found[count++] = i;
  return found.subarray(0, count);
}
