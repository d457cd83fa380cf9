import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CpuStages, type StageInput, type StageOutputs } from '../../src/bench/cpu-stages.js';
import { GpuStages } from '../../src/bench/gpu-stages.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { PARTS_MAX, Point, WaveformPart } from '../../src/device/records.generated.js';
import { binPulse } from '../../src/scanner/bins.js';
import { PHYSICS } from '../../src/scanner/physics.js';
import { surfaceColumns } from '../../src/simulation/points/scene-facts.js';
import {
  type BinBeam,
  binInput,
  binProgram,
  binScanner,
  hitsOf,
  IN_BINS,
  partAt,
  partsOf,
  pointsOf,
} from '../support/bin-scenes.js';
import { testRandom } from '../support/random.js';
import { station } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter, softwareAdapter } from '../support/software-adapter.js';
import { COUNTS_BYTES, comparePoints, denseReturns, field, largest, words } from './records.js';

// The echoes of both devices from the same hits with HELIOS++'s physics, one by one.

const COUNT = 120;
const MAX_RETURNS = 15;
const SEED = 20_261_124;
const FOOTPRINT = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
const ONE_WAY = { ...IN_BINS, clock: 'one-way' } as const;

/** Splinters before a wall that most beams reach, near each other and far apart. */
function splinters() {
  const next = testRandom(SEED);
  const some = Array.from({ length: 250 }, () => {
    const [x, y, z] = [next() * 4 - 2, 30 + next() * next() * 40, (next() - 0.5) * 0.2];
    const wide = 0.01 + next() * 0.1;
    return meshOf(rectangle([x, y, z], [wide, next() * 0.3, 0], [0, next() * 0.1, wide]));
  });
  return sceneOf([...some, meshOf(rectangle([-20, 72, -5], [40, 3, 0], [0, 0, 10]))], {
    scatterings: [lambert(0.5)],
  });
}
const SCENE = splinters();

/** Bins of a pulse that are recorded. */
const RECORDED = 1024;

/** Names, and differences from HELIOS++'s defaults with pulses of 4 ns. */
const BEAMS: readonly (readonly [string, BinBeam & { share?: number }])[] = [
  ['with pulses of 4 ns, one way', {}],
  ['with pulses of 2 ns, there and back', { pulseLength: 2, physics: IN_BINS }],
  ['with pulses longer than a tile', { pulseLength: 10, bins: { size: 0.1, window: 2 } }],
  ['with a window of one bin', { bins: { window: 0.25 }, share: 0.5 }],
  ['with a window wider than a tile', { pulseLength: 20, bins: { size: 0.1, window: 7 }, share: 0 }],
  ['with a limit', { share: 0.2 }],
  ['with a short waveform', { bins: { longest: 104 } }],
  ['with three returns', { detection: { maxReturns: 3 } }],
  ['of HELIOS++', { physics: PHYSICS.helios, detection: { rangeMin: 30 } }],
  [
    'of peaks on the axis, with a blind zone',
    { physics: { ...PHYSICS.helios, echoes: 'receiver' }, detection: { rangeMin: 30 } },
  ],
  [
    'of clusters on the axis',
    { physics: { ...PHYSICS.helios, echoes: 'receiver' }, detection: { method: 'clusters' } },
  ],
];

const completed = ({ share = 0.01, ...beam }: BinBeam & { share?: number }, strongest: number): BinBeam => {
  const scanner = binScanner(beam);
  return {
    physics: ONE_WAY,
    footprint: FOOTPRINT,
    leg: station([0, 0, 0], { sectorDeg: 12, attitude: { heading: -0.06, pitch: 0, roll: 0 } }),
    overrides: { deflector: { ...scanner.deflector, horizontalStep: 1e-3 } as typeof scanner.deflector },
    minPower: share * strongest * binPulse(scanner).peakRate,
    ...beam,
  };
};

const CASES = BEAMS.map(([name], k) => [name, k] as const);
const BINS = CASES.filter((_, k) => BEAMS[k][1].physics?.echoes !== 'receiver');

describe.skipIf(!softwareAdapter)(`GPU and CPU find the same echoes${NEEDS_SOFTWARE_GPU}`, () => {
  let gpu: GpuStages;
  let input: StageInput;
  let programs: PulseProgram[];
  let found: StageOutputs[];

  beforeAll(async () => {
    input = await binInput(SCENE, FOOTPRINT, RECORDED, true);
    const probe = (await CpuStages.open(input, binProgram(completed({}, 0)))).run(0, 1);
    const strongest = Math.max(...hitsOf(probe, FOOTPRINT.subrays).map(({ energy }) => energy));
    programs = BEAMS.map(([, beam]) => binProgram(completed(beam, strongest)));
    found = await Promise.all(programs.map(async (program) => (await CpuStages.open(input, program)).run(0, COUNT)));
    gpu = await GpuStages.open(sharedAdapter!, input, programs, COUNT, { names: ['pulse', 'echo', 'drawBins'] });
  });
  afterAll(() => gpu?.close());

  it.each(CASES)('%s', async (name, k) => {
    const cpu = found[k];
    gpu.load(programs[k], 0, COUNT);
    gpu.run('pulse');
    gpu.write('pulses', cpu.pulse.pulses);
    gpu.write('directions', cpu.subray.directions);
    gpu.write('hits', cpu.reflect.hits);
    gpu.run('echo');
    const dense = denseReturns(
      await gpu.read('returns', COUNT * MAX_RETURNS * Point.SIZE),
      await gpu.read('counts', COUNT * COUNTS_BYTES),
      MAX_RETURNS,
    );
    expect(pointsOf(dense).map(({ pulse, number, count }) => [pulse, number, count])).toEqual(
      pointsOf(cpu.echo.returns).map(({ pulse, number, count }) => [pulse, number, count]),
    );
    expect(dense.byteLength / Point.SIZE).toBeGreaterThan(COUNT / 4);
    const comparison = comparePoints(dense, cpu.echo.returns, surfaceColumns(SCENE.surfaces));
    expect(comparison.differing).toEqual([]);
    expect(comparison.range).toBeLessThan(2e-5);
    expect(comparison.position).toBeLessThan(2e-5);
    expect(comparison.energyShare).toBeLessThan(1e-6);
    const widths = [dense, cpu.echo.returns].map((points) => field(points, Point.SIZE, Point.echoWidth));
    expect(largest(widths[0], widths[1], widths[1]), name).toBeLessThan(1e-4);
  });

  it.each(BINS)('drawBins: %s', async (_, k) => {
    const cpu = found[k];
    gpu.load(programs[k], 0, COUNT);
    gpu.run('pulse');
    gpu.write('pulses', cpu.pulse.pulses);
    gpu.write('directions', cpu.subray.directions);
    gpu.write('hits', cpu.reflect.hits);
    gpu.run('echo', 'drawBins');
    const windows = await gpu.read('windows', COUNT * PARTS_MAX * WaveformPart.SIZE);
    const waves = await gpu.read('waves', COUNT * RECORDED * 4);
    const counts = words(await gpu.read('counts', COUNT * COUNTS_BYTES));
    const parts = Array.from({ length: COUNT }, (_, p) =>
      Array.from({ length: counts[4 * p + 2] }, (_, part) => partAt(windows, waves, p * PARTS_MAX + part)),
    );
    const expected = partsOf(cpu.drawBins);
    expect(expected.length).toBeGreaterThan(COUNT / 4);
    expect(parts.flat()).toEqual(expected);
    const bins = (p: number) => parts[p].reduce((sum, part) => sum + part.bins.length, 0);
    expect(Array.from({ length: COUNT }, (_, p) => counts[4 * p + 3])).toEqual(parts.map((_, p) => bins(p)));
  });
});
