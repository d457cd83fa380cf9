import { UserError } from '../../../base/errors.js';
import type { Files } from '../../../base/files/files.js';
import { counted } from '../../../base/text.js';
import { withFile } from '../../bytes/read-head.js';
import { type NpyRows, openNpyRows } from '../../npz/npy-rows.js';
import { checkEntry, readZip } from '../../npz/zip-reader.js';
import { NPZ_COLUMNS } from '../npz-columns.js';
import {
  orderParts,
  PART_SAMPLES_MAX,
  type RecordedPart,
  type RecordedPulse,
  type WaveformReader,
} from '../recorded-pulse.js';

/** Archives of arrays as subray writes them; see formats/npz.ts. */
export const NPZ_WAVEFORM_READER: WaveformReader = {
  endings: ['.npz'],
  read: (files: Files, path: string, numbers: ReadonlySet<number>) =>
    withFile(files, path, async (handle) => {
      const entries = await readZip(handle, path);
      const open = async (name: string) => {
        const entry = entries.find((candidate) => candidate.name === `${name}.npy`);
        if (entry) {
          const rows = await openNpyRows(handle, path, entry);
          await checkEntry(handle, path, entry);
          return rows;
        }
        throw new UserError(`found no array ${name}`, {
          place: { file: path },
          hint: `an archive of waveforms has the arrays ${['samples', ...NPZ_COLUMNS.map((c) => c.name)].join(', ')}`,
        });
      };
      return readPulses(await openAll(open), path, numbers);
    }),
};

/** Numbers read at once. */
const BLOCK_ROWS = 65_536;

type Name = 'pulse' | 'pointSourceId' | 'scanner' | 'time' | 'firstSample' | 'interval' | 'sampleStart' | 'sampleCount';
type Arrays = Record<Name | 'behindTick' | 'gain' | 'baseline' | 'samples' | 'returnWaveform' | 'returnTime', NpyRows>;

const ARRAYS: Readonly<Record<keyof Arrays, string>> = Object.freeze({
  pulse: 'pulse',
  pointSourceId: 'point_source_id',
  scanner: 'scanner',
  time: 'time',
  firstSample: 'first_sample',
  behindTick: 'behind_tick',
  interval: 'interval',
  sampleStart: 'sample_start',
  sampleCount: 'sample_count',
  gain: 'gain',
  baseline: 'baseline',
  samples: 'samples',
  returnWaveform: 'return_waveform',
  returnTime: 'return_time',
});

async function openAll(open: (name: string) => Promise<NpyRows>): Promise<Arrays> {
  const opened: [string, NpyRows][] = [];
  for (const [key, name] of Object.entries(ARRAYS)) opened.push([key, await open(name)]);
  return Object.fromEntries(opened) as Arrays;
}

async function readPulses(arrays: Arrays, path: string, numbers: ReadonlySet<number>): Promise<RecordedPulse[]> {
  const rows = await findRows(arrays, numbers);
  const returns = await findReturns(arrays, new Set([...rows.values()].flat()));
  const pulses: RecordedPulse[] = [];
  for (const [number, own] of rows) {
    const parts: RecordedPart[] = [];
    for (const row of own) parts.push(await readPart(arrays, path, row, returns.get(row) ?? []));
    const [pulse, pointSourceId, time] = await Promise.all(
      [arrays.pulse, arrays.pointSourceId, arrays.time].map(async (array) => (await array.read(own[0], 1))[0]),
    );
    pulses.push(orderParts({ number, pulse, pointSourceId, time, fromEmission: true, parts }));
  }
  return pulses;
}

/** Rows of each wanted pulse: neighbours with the same pulse, leg and scanner. */
async function findRows(arrays: Arrays, numbers: ReadonlySet<number>): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  const keys = [arrays.pulse, arrays.pointSourceId, arrays.scanner];
  let number = 0;
  let last = keys.map(() => Number.NaN);
  for (let first = 0; first < arrays.pulse.count; first += BLOCK_ROWS) {
    const some = Math.min(BLOCK_ROWS, arrays.pulse.count - first);
    const columns = await Promise.all(keys.map((array) => array.read(first, some)));
    for (let i = 0; i < some; i++) {
      if (columns.some((column, k) => column[i] !== last[k])) number++;
      last = columns.map((column) => column[i]);
      if (numbers.has(number)) found.set(number, [...(found.get(number) ?? []), first + i]);
    }
  }
  return found;
}

/** Times of the returns in the wanted rows. */
async function findReturns(arrays: Arrays, rows: ReadonlySet<number>): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  const { returnWaveform, returnTime } = arrays;
  for (let first = 0; first < returnWaveform.count; first += BLOCK_ROWS) {
    const some = Math.min(BLOCK_ROWS, returnWaveform.count - first);
    const [owners, times] = [await returnWaveform.read(first, some), await returnTime.read(first, some)];
    for (let i = 0; i < some; i++)
      if (rows.has(owners[i])) found.set(owners[i], [...(found.get(owners[i]) ?? []), times[i]]);
  }
  return found;
}

async function readPart(arrays: Arrays, path: string, row: number, returns: number[]): Promise<RecordedPart> {
  const at = async (array: NpyRows) => (await array.read(row, 1))[0];
  const { firstSample, behindTick, interval, sampleStart, sampleCount, gain, baseline } = arrays;
  const [spacing, count] = [await at(interval), await at(sampleCount)];
  if (count > PART_SAMPLES_MAX)
    throw new UserError(`waveform ${row} has ${counted(count, 'sample')}, expected ${PART_SAMPLES_MAX} at most`, {
      place: { file: path },
    });
  const samples = await arrays.samples.read(await at(sampleStart), count);
  const [step, zero] = [await at(gain), await at(baseline)];
  const power = samples.map((sample) => step * (sample - zero));
  return { start: ((await at(firstSample)) + (await at(behindTick))) * spacing, interval: spacing, power, returns };
}
