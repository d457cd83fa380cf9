import { createWebFiles } from '../../../src/base/files/web-files.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readWaveforms } from '../../../src/io/waveforms/read-waveforms.js';
import { createWaveformSink, type WaveformFormatName } from '../../../src/io/waveforms/waveform-formats.js';
import { cloudHeader } from '../../io/sample-cloud.js';
import { sampleWaveforms } from '../../io/waveforms/sample-waveforms.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { filesOf } from '../in-memory.js';

/** Reads the first pulses as `subray info --waveform` does. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const pulses = await readWaveforms(filesOf({}, file, bytes), file, [1, 2]);
  return pulses.every(({ parts }) => parts.length > 0) ? undefined : 'a pulse has no parts';
}

async function las(bits: number): Promise<FuzzSeed> {
  const files = createWebFiles();
  const path = 'flight.las';
  const sink = await createPointSink({ path, format: 'las', waveforms: 'internal' }, cloudHeader(), { files });
  const { points, waveforms } = sampleWaveforms(5, 1, { bits });
  await sink.write(points, waveforms);
  await sink.finish();
  return { file: path, bytes: await files.read(path) };
}

async function alone(path: string, format: WaveformFormatName): Promise<FuzzSeed> {
  const files = createWebFiles();
  const sink = await createWaveformSink(path, format, { files });
  const { points, waveforms } = sampleWaveforms(5, 1, { bits: 12 });
  await sink.write(waveforms, points);
  await sink.finish();
  return { file: path, bytes: await files.read(path) };
}

const common = { weight: 0.7, use };

export const waveformKinds: readonly FuzzKind[] = [
  {
    ...common,
    name: 'las-waveforms',
    isText: false,
    dictionary: ['LASF', 'LASF_Spec', 'subray'],
    seeds: async () => [await las(8), await las(12), await las(0)],
  },
  {
    ...common,
    name: 'npz',
    isText: false,
    dictionary: ['PK', 'NUMPY', '.npy', 'samples', "'<f4'", "'<f8'", "'|u1'", "'shape': ("],
    seeds: async () => [await alone('flight.npz', 'npz')],
  },
  {
    ...common,
    name: 'fullwave',
    isText: true,
    dictionary: ['nan', 'inf', '-', '1e400', '\r\n'],
    seeds: async () => [await alone('leg000_fullwave.txt', 'helios')],
  },
];
