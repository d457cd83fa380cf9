import { describe, expect, it } from 'vitest';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { PART_CUT, Receiver } from '../../src/device/records.generated.js';
import { binsRecorded } from '../../src/pack/bin-records.js';
import { binPulse } from '../../src/scanner/bins.js';
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
  SEVEN,
} from '../support/bin-scenes.js';
import { ENGINES } from '../support/engines.js';
import { station } from '../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';

// Waveforms of echoes in bins, mostly on the CPU; test/parity/bins.test.ts compares the stages of the GPU.

/** Metres of a bin of 0.25 ns, one way. */
const BIN = 0.0749481145;
const NEAR = 30;
const ONE_WAY = { ...IN_BINS, clock: 'one-way' } as const;

/**
 * Walls across the beam, so many bins behind the first: two of seven subrays meet all but the last, which is higher.
 */
const wallsAt = (...bins: number[]) =>
  sceneOf(
    bins.map((apart, k) =>
      meshOf(rectangle([-5, NEAR + apart * BIN, -5], [10, 0, 0], [0, 0, k === bins.length - 1 ? 10 : 4.991])),
    ),
  );

async function recordOf(scene: ReturnType<typeof wallsAt>, beam: BinBeam = {}) {
  const footprint = beam.footprint ?? SEVEN;
  const input = await binInput(scene, footprint, binsRecorded(binScanner(beam), footprint), true);
  const outputs = (await CpuStages.open(input, binProgram({ physics: ONE_WAY, ...beam }))).run(0, 1);
  return { hits: hitsOf(outputs, footprint.subrays), points: pointsOf(outputs.echo.returns), outputs };
}

/** HELIOS++'s pulse of 4 ns in bins of 0.25 ns: (t/τ)² e^(−t/τ) with τ = 4/7 ns, 16 of them. */
const PULSE = Array.from({ length: 16 }, (_, k) => (0.4375 * k) ** 2 * Math.exp(-0.4375 * k));

describe('the bins of a pulse', () => {
  it('are the pulse on a wall, in watts, whose highest bin is the amplitude of the return', async () => {
    const { hits, points, outputs } = await recordOf(wallsAt(0));
    const [part, ...others] = partsOf(outputs.drawBins);
    expect(others).toEqual([]);
    const energy = hits.reduce((sum, hit) => sum + hit.energy, 0);
    // A pulse of one joule has the area 2 τ, and so the power p/(2 τ) in a bin.
    const watts = PULSE.map((p) => (energy * p) / (2 * (4e-9 / 7)));
    expect(part.bins.length).toBe(16);
    expect(part.bins).toEqual(watts.map((power) => expect.closeTo(power, -Math.log10(1e-5 * watts[5]))));
    expect(part).toMatchObject({ pulse: 0, first: 0, flags: 0 });
    expect(part.nearest).toBe(Math.min(...hits.map(({ distance }) => distance)));
    expect(part.farthest).toBe(Math.max(...hits.map(({ distance }) => distance)));
    expect(part.bins.indexOf(Math.max(...part.bins))).toBe(5);
    expect(part.bins[5] / (points[0].energy * binPulse(binScanner()).peakRate)).toBeCloseTo(1, 6);
  });

  it('add up in one part on two walls that are near each other', async () => {
    const { hits, points, outputs } = await recordOf(wallsAt(0, 8.4));
    const [part, ...others] = partsOf(outputs.drawBins);
    expect(others).toEqual([]);
    expect(part.bins.length).toBe(24);
    const { peakRate } = binPulse(binScanner());
    const highest = Math.max(...PULSE);
    part.bins.forEach((power, bin) => {
      const level = hits.reduce((sum, { energy, surface }) => {
        const share = PULSE[bin - (surface === 0 ? 0 : 8)] ?? 0;
        return sum + (energy * share) / highest;
      }, 0);
      expect(power / peakRate).toBeCloseTo(level, -Math.log10(1e-5 * points[1].energy));
    });
    // The bins of the two returns.
    expect([5, 12].map((bin) => part.bins[bin] / peakRate)).toEqual(
      points.map(({ energy }) => expect.closeTo(energy, -Math.log10(1e-5 * energy))),
    );
  });

  it('are two parts on walls far apart, with nothing of the gap', async () => {
    const { points, outputs } = await recordOf(wallsAt(0, 40_000.5));
    const parts = partsOf(outputs.drawBins);
    expect(parts.map(({ first, bins }) => [first, bins.length])).toEqual([
      [0, 16],
      [40_000, 16],
    ]);
    expect(points.length).toBe(2);
    expect(new Set(parts.map(({ nearest }) => nearest)).size).toBe(1);
  });

  it('are those of pulses with returns alone', async () => {
    const { points, outputs } = await recordOf(wallsAt(0), { minPower: 1e30 });
    expect(points).toEqual([]);
    expect(partsOf(outputs.drawBins)).toEqual([]);
  });

  it('end with the longest waveform', async () => {
    const { outputs } = await recordOf(wallsAt(0, 415), { bins: { longest: 105 } });
    // 420 bins; the second wall is 815.3 bins away.
    expect(partsOf(outputs.drawBins).map(({ first }) => first)).toEqual([0]);
  });

  it('are cut where they do not fit', async () => {
    const input = await binInput(wallsAt(0, 40), SEVEN, 24, true);
    const program = binProgram({ physics: ONE_WAY });
    new Uint32Array(program.buffers.receiver)[Receiver.samplesMax / 4] = 24;
    const parts = partsOf((await CpuStages.open(input, program)).run(0, 1).drawBins);
    expect(parts.map(({ bins, flags }) => [bins.length, flags])).toEqual([
      [16, 0],
      [8, PART_CUT],
    ]);
  });
});

describe.each(ENGINES)('a leg on the %s', (_, there, open) => {
  it.skipIf(!there)('hands over the bins of all its pulses, dense', async () => {
    const input = await binInput(wallsAt(0, 40, 80), SEVEN, 256, true);
    const program = binProgram({ physics: ONE_WAY, leg: station([0, 0, 0], { sectorDeg: 12 }) });
    const expected = (await CpuStages.open(input, program)).run(0, program.pulseCount);
    expect(program.pulseCount).toBeGreaterThan(5);
    const engine = await open(input.device);
    const parts: ReturnType<typeof partsOf> = [];
    for await (const { outputs } of engine.trace(input.settings, program)) {
      const copied = ({ floats }: { floats: Float32Array }) => Float32Array.from(floats).buffer;
      const [windows, waves] = [copied(outputs.parts), copied(outputs.samples)];
      for (let k = 0; k < outputs.parts.count; k++) parts.push(partAt(windows, waves, k));
    }
    await engine.close();
    expect(parts.length).toBeGreaterThan(program.pulseCount);
    expect(parts.map(({ pulse, first, flags, bins }) => [pulse, first, flags, bins.length])).toEqual(
      partsOf(expected.drawBins).map(({ pulse, first, flags, bins }) => [pulse, first, flags, bins.length]),
    );
    const powers = partsOf(expected.drawBins).flatMap(({ bins }) => bins);
    const most = Math.max(...powers);
    expect(parts.flatMap(({ bins }) => bins)).toEqual(
      powers.map((power) => expect.closeTo(power, -Math.log10(1e-5 * most))),
    );
  });
});

describe('room for recorded bins', () => {
  it('is that of a pulse a subray, up to a limit', () => {
    const bins = (subrays: number, beam: BinBeam = {}) => binsRecorded(binScanner(beam), { ...SEVEN, subrays });
    expect(bins(1)).toBe(32);
    expect(bins(19)).toBe(608);
    expect(bins(130)).toBe(1024);
    expect(bins(19, { pulseLength: 100 })).toBe(4 * 416);
  });
});
