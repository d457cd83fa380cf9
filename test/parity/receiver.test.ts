import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamKey } from '../../src/base/random.js';
import { CpuStages, type StageInput, type StageOutputs } from '../../src/bench/cpu-stages.js';
import { GpuStages } from '../../src/bench/gpu-stages.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { PARTS_MAX, Point, Totals, WaveformPart } from '../../src/device/records.generated.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import { materialsAt } from '../../src/pack/prepared-scene.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { createRunSettings } from '../../src/pack/run-settings.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import { surfaceColumns } from '../../src/simulation/points/scene-facts.js';
import { sampleOf } from '../support/long-run.js';
import { samplingReceiver } from '../support/sampling.js';
import { station, testScanner } from '../support/scan.js';
import { lambert, meshOf, preparedSceneOf, rectangle, sceneOf } from '../support/scenes.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter, softwareAdapter } from '../support/software-adapter.js';
import { COUNTS_BYTES, comparePoints, denseReturns, field, largest, words } from './records.js';

// The records of a sampling receiver for each pulse, and its returns, on both devices.

const COUNT = 100;
/** Of any of the receivers. */
const SAMPLES_MAX = 512;
const MAX_RETURNS = 15;
const PART_WORDS = WaveformPart.SIZE / 4;
const FOOTPRINT = { pattern: 'rings', subrays: 37, weights: 'gaussian' } as const;

/** Two walls across the beam, the nearer of which ends in it, and a slope farther away, with stretched echoes. */
const SCENE = sceneOf(
  [
    meshOf(rectangle([-20, 60, -20], [20, 0, 0], [0, 0, 40])),
    meshOf(rectangle([-20, 64.3, -20], [20.02, 0, 0], [0, 0, 40])),
    meshOf(rectangle([-20, 900, -20], [40, 800, 0], [0, 0, 40])),
  ],
  { scatterings: [0.5, 0.25, 0.4].map(lambert) },
);

const NOISE = { constant: 1e3, perPower: 1, filterSpread: 0 };
/** W; a fifth of the peak power that the nearest wall sends back. */
const THRESHOLD = 5e3;
/** Found in noise: with false alarms, and blind after each return. */
const NOISY = { noise: NOISE, threshold: THRESHOLD, prominence: 3, falseAlarmRate: 1e5, recovery: 10e-9 };

const ALL_RECEIVERS: readonly (readonly [string, SamplingReceiver])[] = [
  ['without noise', samplingReceiver()],
  ['with white noise', samplingReceiver(NOISY)],
  ['with correlated noise', samplingReceiver({ ...NOISY, noise: { ...NOISE, filterSpread: 1.2 } })],
  [
    'with a digitiser and automatic gain',
    samplingReceiver({ ...NOISY, digitiser: { bits: 10, saturation: 4e3, baseline: 20, gainSteps: 3 } }),
  ],
  ['with few samples', samplingReceiver({ samplesMax: 24 })],
  ['with a leading edge', samplingReceiver({ ...NOISY, detector: { kind: 'leadingEdge' } })],
  ['with a constant fraction', samplingReceiver({ ...NOISY, detector: { kind: 'constantFraction', fraction: 0.3 } })],
  ['with Gaussians', samplingReceiver({ ...NOISY, detector: { kind: 'gaussian' } })],
  ['with a Geiger detector', counting('geiger', 1)],
  ['with a counter of photons', counting('photonCounting', 2e-8)],
];

/** Each takes SwiftShader seconds to compile. */
const RECEIVERS = sampleOf(ALL_RECEIVERS, 4);

/** A counter of some photons of each pulse, blind for `deadTime` seconds after each. */
function counting(kind: 'geiger' | 'photonCounting', deadTime: number): SamplingReceiver {
  return samplingReceiver({ detector: { kind, countsPerJoule: 3e4, countRate: 1e5, deadTime } });
}

const DEFLECTOR = { ...testScanner().deflector, horizontalStep: 1e-5 } as Scanner['deflector'];

const programOf = (sampling: SamplingReceiver): PulseProgram =>
  createPulseProgram({
    scanner: testScanner({
      sampling,
      deflector: DEFLECTOR,
      divergence: { horizontal: 1e-3, vertical: 1e-3 },
      detection: { rangeMax: 2000 },
    }),
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

/** The GPU's records, at each pulse's own places, from those of the CPU. */
function sparseParts(sampled: StageOutputs['sample'], samplesMax: number) {
  const sparse = {
    windows: new Uint32Array(COUNT * PARTS_MAX * PART_WORDS),
    waves: new Float32Array(COUNT * samplesMax),
  };
  const counts = new Uint32Array(COUNT * 4);
  for (const [k, { samples }] of denseParts(sampled).entries()) {
    const part = words(sampled.windows).slice(k * PART_WORDS, (k + 1) * PART_WORDS);
    const pulse = part[WaveformPart.pulse / 4];
    const [, , parts, used] = counts.subarray(4 * pulse);
    part[WaveformPart.sampleStart / 4] = pulse * samplesMax + used;
    sparse.windows.set(part, (pulse * PARTS_MAX + parts) * PART_WORDS);
    sparse.waves.set(samples, pulse * samplesMax + used);
    counts[4 * pulse + 2]++;
    counts[4 * pulse + 3] += samples.length;
  }
  return { windows: sparse.windows.buffer, waves: sparse.waves.buffer, counts: counts.buffer };
}

const CASES = RECEIVERS.map(([name], k) => [name, k] as const);

describe.skipIf(!softwareAdapter)(`GPU and CPU sample the same waveforms${NEEDS_SOFTWARE_GPU}`, () => {
  let gpu: GpuStages;
  let input: StageInput;
  let programs: PulseProgram[];
  let recorded: StageOutputs[];

  beforeAll(async () => {
    const scene = await preparedSceneOf(SCENE);
    const settings = createRunSettings({
      footprint: FOOTPRINT,
      maxReturns: MAX_RETURNS,
      materials: materialsAt(scene, testScanner().wavelengthNm, RADIOMETRY_DEFAULTS),
      samplesMax: SAMPLES_MAX,
      waveforms: true,
    });
    input = { device: scene.device, settings };
    programs = RECEIVERS.map(([, sampling]) => programOf(sampling));
    recorded = await Promise.all(programs.map(async (program) => (await CpuStages.open(input, program)).run(0, COUNT)));
    gpu = await GpuStages.open(sharedAdapter!, input, programs, COUNT);
  });
  afterAll(() => gpu?.close());

  /** Gives the GPU the CPU's output for the pulses up to `reflect`. */
  function loadHits(receiver: number): StageOutputs {
    const cpu = recorded[receiver];
    gpu.load(programs[receiver], 0, COUNT);
    gpu.run('pulse');
    gpu.write('pulses', cpu.pulse.pulses);
    gpu.write('directions', cpu.subray.directions);
    gpu.write('hits', cpu.reflect.hits);
    return cpu;
  }

  /** And its waveforms. */
  function loadWaveforms(receiver: number): StageOutputs {
    const cpu = loadHits(receiver);
    const { windows, waves, counts } = sparseParts(cpu.sample, RECEIVERS[receiver][1].samplesMax);
    gpu.write('windows', windows);
    gpu.write('waves', waves);
    gpu.write('counts', counts);
    return cpu;
  }

  it.each(CASES)('sample: %s', async (_, receiver) => {
    const cpu = loadHits(receiver);
    gpu.run('sample', 'recordParts');
    const windows = await gpu.read('windows', COUNT * PARTS_MAX * WaveformPart.SIZE);
    const waves = await gpu.read('waves', COUNT * SAMPLES_MAX * 4);
    const counts = words(await gpu.read('counts', COUNT * COUNTS_BYTES));
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
    const stretches = field(await gpu.read('directions', COUNT * 37 * 16), 16, 12);
    expect(stretches.filter((stretch) => Math.abs(stretch) > 1).length, 'pulses are stretched').toBeGreaterThan(100);
  });

  it.each(CASES)('detect: %s', async (_, receiver) => {
    const cpu = loadWaveforms(receiver);
    gpu.run('detect');
    const dense = denseReturns(
      await gpu.read('returns', COUNT * MAX_RETURNS * Point.SIZE),
      await gpu.read('counts', COUNT * COUNTS_BYTES),
      MAX_RETURNS,
    );
    expect(dense.byteLength).toBe(cpu.detect.returns.byteLength);
    expect(dense.byteLength).toBeGreaterThan(COUNT * Point.SIZE * 0.8);
    const comparison = comparePoints(dense, cpu.detect.returns, surfaceColumns(SCENE.surfaces));
    expect(comparison.differing).toEqual([]);
    // A unit in the last place of f32 at 2 km.
    expect(comparison.range).toBeLessThan(2 ** -13 * 1.01);
    expect(comparison.position).toBeLessThan(2e-4);
    // Steps of a fit end a little earlier or later.
    const isFit = RECEIVERS[receiver][1].detector.kind === 'gaussian';
    expect(comparison.energyShare).toBeLessThan(isFit ? 1e-4 : 1e-6);
    const widths = [dense, cpu.detect.returns].map((points) => field(points, Point.SIZE, Point.echoWidth));
    // A fit ends with a step below 10⁻³ (STEP_MIN of wasm/gaussians.ts).
    expect(largest(widths[0], widths[1], widths[1])).toBeLessThan(isFit ? 3e-4 : 1e-4);
  });

  it('packParts: the same order', async () => {
    const cpu = loadWaveforms(1);
    gpu.run('placeInBlock', 'placeBlocks', 'packParts');
    expect(cpu.packParts.parts.byteLength).toBeGreaterThan(COUNT * WaveformPart.SIZE);
    expect(words(await gpu.read('parts', cpu.packParts.parts.byteLength))).toEqual(words(cpu.packParts.parts));
    const totals = words(await gpu.read('totals', Totals.SIZE));
    expect(totals[Totals.parts / 4]).toBe(cpu.packParts.parts.byteLength / WaveformPart.SIZE);
  });

  it('packSamples: the same order', async () => {
    const cpu = loadWaveforms(1);
    gpu.run('placeInBlock', 'placeBlocks', 'packSamples');
    expect(words(await gpu.read('samples', cpu.packSamples.samples.byteLength))).toEqual(
      words(cpu.packSamples.samples),
    );
    const totals = words(await gpu.read('totals', Totals.SIZE));
    expect(totals[Totals.samples / 4]).toBe(cpu.packSamples.samples.byteLength / 4);
  });
});

/** Relative to the largest sample. */
function largestDifference(samples: Float32Array, expected: Float32Array): number {
  const most = expected.reduce((top, sample) => Math.max(top, Math.abs(sample)), 0);
  return samples.reduce((worst, sample, k) => Math.max(worst, Math.abs(sample - expected[k]) / most), 0);
}
