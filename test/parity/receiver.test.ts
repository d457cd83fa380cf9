import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamKey } from '../../src/base/random.js';
import { CpuStages, type StageInput, type StageOutputs } from '../../src/bench/cpu-stages.js';
import { GpuStages } from '../../src/bench/gpu-stages.js';
import { itemBytes } from '../../src/device/buffers.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { PARTS_MAX, WaveformPart } from '../../src/device/records.generated.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import { materialsAt } from '../../src/pack/prepared-scene.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { createRunSettings } from '../../src/pack/run-settings.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import { samplingReceiver } from '../support/sampling.js';
import { station, testScanner } from '../support/scan.js';
import { lambert, meshOf, preparedSceneOf, rectangle, sceneOf } from '../support/scenes.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter, softwareAdapter } from '../support/software-adapter.js';

// What a sampling receiver records of each pulse, on both devices.

const COUNT = 100;
/** Of any of the receivers. */
const SAMPLES_MAX = 512;
const FOOTPRINT = { pattern: 'rings', subrays: 37, weights: 'gaussian' } as const;

/** Two walls across the beam, of which the nearer one ends in it, and a slope farther than the beam that is stretched. */
const SCENE = sceneOf(
  [
    meshOf(rectangle([-20, 60, -20], [20, 0, 0], [0, 0, 40])),
    meshOf(rectangle([-20, 64.3, -20], [20.02, 0, 0], [0, 0, 40])),
    meshOf(rectangle([-20, 900, -20], [40, 800, 0], [0, 0, 40])),
  ],
  { scatterings: [0.5, 0.25, 0.4].map(lambert) },
);

const NOISE = { constant: 1e3, perPower: 1, filterSpread: 0 };
const RECEIVERS: readonly (readonly [string, SamplingReceiver])[] = [
  ['without noise', samplingReceiver()],
  ['with white noise', samplingReceiver({ noise: NOISE })],
  ['with correlated noise', samplingReceiver({ noise: { ...NOISE, filterSpread: 1.2 } })],
  [
    'with a digitiser and automatic gain',
    samplingReceiver({ noise: NOISE, digitiser: { bits: 10, saturation: 4e3, baseline: 20, gainSteps: 3 } }),
  ],
  ['with few samples', samplingReceiver({ samplesMax: 24 })],
];

const DEFLECTOR = { ...testScanner().deflector, horizontalStep: 1e-5 } as Scanner['deflector'];

const programOf = (sampling: SamplingReceiver): PulseProgram =>
  createPulseProgram({
    scanner: testScanner({ sampling, deflector: DEFLECTOR, divergence: { horizontal: 1e-3, vertical: 1e-3 } }),
    mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
    leg: station([0, 0, 0]),
    randomKey: streamKey(7),
    frameOrigin: [0, 0, 0],
    footprint: FOOTPRINT,
  });

/** A part of a waveform. */
interface Part {
  words: number[];
  gain: number;
  samples: Float32Array;
}

const partAt = (windows: ArrayBuffer, waves: ArrayBuffer, k: number): Part => {
  const words = new Uint32Array(windows, k * WaveformPart.SIZE, WaveformPart.SIZE / 4);
  const word = (field: number) => words[field / 4];
  const count = word(WaveformPart.sampleCount);
  return {
    words: [WaveformPart.pulse, WaveformPart.firstSample, WaveformPart.sampleCount, WaveformPart.flags].map(word),
    gain: new Float32Array(windows, k * WaveformPart.SIZE + WaveformPart.gain, 1)[0],
    samples: count === 0 ? new Float32Array() : new Float32Array(waves, 4 * word(WaveformPart.sampleStart), count),
  };
};

/** All parts of a list that begins at its start; the first without samples ends it. */
function denseParts({ windows, waves }: StageOutputs['sample']): Part[] {
  const parts: Part[] = [];
  for (let k = 0; k < windows.byteLength / WaveformPart.SIZE; k++) {
    const part = partAt(windows, waves, k);
    if (part.samples.length === 0) break;
    parts.push(part);
  }
  return parts;
}

describe.skipIf(!softwareAdapter)(`GPU and CPU sample the same waveforms${NEEDS_SOFTWARE_GPU}`, () => {
  let gpu: GpuStages;
  let input: StageInput;
  let programs: PulseProgram[];

  beforeAll(async () => {
    const scene = await preparedSceneOf(SCENE);
    const settings = createRunSettings({
      footprint: FOOTPRINT,
      maxReturns: 15,
      materials: materialsAt(scene, testScanner().wavelengthNm, RADIOMETRY_DEFAULTS),
      samplesMax: SAMPLES_MAX,
    });
    input = { device: scene.device, settings };
    programs = RECEIVERS.map(([, sampling]) => programOf(sampling));
    gpu = await GpuStages.open(sharedAdapter!, input, programs, COUNT);
  });
  afterAll(() => gpu?.close());

  it.each(RECEIVERS.map(([name], k) => [name, k] as const))('sample: %s', async (_, receiver) => {
    const cpu = (await CpuStages.open(input, programs[receiver])).run(0, COUNT);
    gpu.load(programs[receiver], 0, COUNT);
    gpu.run('pulse');
    gpu.write('pulses', cpu.pulse.pulses);
    gpu.write('directions', cpu.subray.directions);
    gpu.write('hits', cpu.reflect.hits);
    gpu.run('sample', 'recordParts');
    const windows = await gpu.read('windows', COUNT * PARTS_MAX * WaveformPart.SIZE);
    const waves = await gpu.read('waves', COUNT * SAMPLES_MAX * 4);
    const counts = new Uint32Array(await gpu.read('counts', COUNT * itemBytes('gpu', 'counts')));
    const found = Array.from({ length: COUNT }, (_, p) =>
      Array.from({ length: counts[4 * p + 2] }, (_, k) => partAt(windows, waves, p * PARTS_MAX + k)),
    );
    const expected = denseParts(cpu.sample);
    expect(expected.length).toBeGreaterThanOrEqual(COUNT);
    const headsOf = (parts: Part[]) => parts.map(({ words, gain }) => [...words, gain]);
    expect(headsOf(found.flat())).toEqual(headsOf(expected));
    const totals = found.map((parts) => parts.reduce((sum, { samples }) => sum + samples.length, 0));
    expect(Array.from({ length: COUNT }, (_, p) => counts[4 * p + 3])).toEqual(totals);
    for (const [k, { samples }] of found.flat().entries())
      expect(largestDifference(samples, expected[k].samples)).toBeLessThan(1e-5);
  });
});

/** Relative to the largest sample. */
function largestDifference(samples: Float32Array, expected: Float32Array): number {
  const most = expected.reduce((top, sample) => Math.max(top, Math.abs(sample)), 0);
  return samples.reduce((worst, sample, k) => Math.max(worst, Math.abs(sample - expected[k]) / most), 0);
}
