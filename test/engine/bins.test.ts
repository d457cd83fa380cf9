import { describe, expect, it } from 'vitest';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { BINS_DEFAULTS } from '../../src/scanner/bin-settings.js';
import { binPulse } from '../../src/scanner/bins.js';
import { PHYSICS } from '../../src/scanner/physics.js';
import { type ModelSettings, modelReturns } from '../support/bin-model.js';
import {
  type BinBeam,
  binInput,
  binProgram,
  binScanner,
  echoesIn,
  hitsOf,
  IN_BINS,
  pointsOf,
  SEVEN,
} from '../support/bin-scenes.js';
import { testRandom } from '../support/random.js';
import { samplingReceiver } from '../support/sampling.js';
import { station } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';

// Echoes as bins of HELIOS++'s waveform, on the CPU; test/parity/bins.test.ts compares the GPU.

/** Metres of a bin of 0.25 ns, one way. */
const BIN = 0.0749481145;
const NEAR = 30;
const ONE_WAY = { ...IN_BINS, clock: 'one-way' } as const;

/** Ways of a receiver to find echoes. */
const METHODS = [
  ['peaks', { method: 'peaks' }, undefined],
  ['clusters', { method: 'clusters' }, undefined],
  ['samples', {}, samplingReceiver()],
] as const;

/** Two walls across the beam, so many bins apart: two subrays meet the nearer one, five the other. */
const wallsApart = (bins: number) =>
  sceneOf([
    meshOf(rectangle([-5, NEAR, -5], [10, 0, 0], [0, 0, 4.991])),
    meshOf(rectangle([-5, NEAR + bins * BIN, -5], [10, 0, 0], [0, 0, 10])),
  ]);

/** Energy of a subray from the wall that is so many bins behind the other, over that from the other: (R/R')². */
const weaker = (bins: number) => (NEAR / (NEAR + bins * BIN)) ** 2;

/**
 * Returns of walls so far apart, their ranges in bins behind the nearer wall, their energies over
 * that of a subray from there.
 */
async function returnsOf(apart: number, beam: BinBeam = {}) {
  const { hits, points } = await echoesIn(await binInput(wallsApart(apart)), { physics: ONE_WAY, ...beam });
  const near = Math.min(...hits.map(({ distance }) => distance));
  const unit = hits.find(({ surface }) => surface === 0)?.energy ?? 0;
  expect(hits.map(({ surface }) => surface).sort(), 'subrays at each wall').toEqual([0, 0, 1, 1, 1, 1, 1]);
  return points.map((point) => ({
    ...point,
    bins: (point.range - near) / BIN,
    level: point.energy / unit,
    power: unit * binPulse(binScanner(beam)).peakRate,
  }));
}

/** Powers of the pulse of 4 ns in its bins, as shares of the highest: (0.4375 k)² e^(−0.4375 k) / 0.53688. */
const SHARE = { 2: 0.594472, 4: 0.991251, 6: 0.929734 };

describe('two walls', () => {
  it('are one return at the nearer if they are in one bin, of all energy', async () => {
    const [only, ...others] = await returnsOf(0.9);
    expect(others).toEqual([]);
    expect(only.bins).toBeCloseTo(0, 4);
    expect(only.level).toBeCloseTo(2 + 5 * weaker(0.9), 5);
    expect(only).toMatchObject({ surface: 0, hits: 7, number: 1, count: 1 });
  });

  it('merge six bins apart: the flank of the second is above the peak of the first', async () => {
    const points = await returnsOf(6.4);
    // 2 p₁₀ + 5 p₄.
    expect(points.map(({ level }) => level)).toEqual([expect.closeTo(2 * 0.448_788 + 5 * 0.991_251 * weaker(6.4), 4)]);
    expect(points[0].bins).toBeCloseTo(5, 3);
    expect(points[0]).toMatchObject({ surface: 1, hits: 7 });
  });

  it('are two returns eight bins apart, the second a bin too near and with light of the first', async () => {
    const points = await returnsOf(8.4);
    // The highest bins are 5 and 12: 2 p₅, 2 p₁₂ + 5 p₄.
    expect(points.map(({ level }) => level)).toEqual([
      expect.closeTo(2, 4),
      expect.closeTo(2 * 0.269_399 + 5 * 0.991_251 * weaker(8.4), 4),
    ]);
    expect(points.map(({ bins }) => bins)).toEqual([expect.closeTo(0, 3), expect.closeTo(7, 3)]);
    expect(points).toMatchObject([
      { surface: 0, number: 1, count: 2, hits: 2 },
      { surface: 1, number: 2, count: 2, hits: 7 },
    ]);
  });

  it('are two far apart, the second at the start of its bin', async () => {
    const points = await returnsOf(20.7);
    expect(points.map(({ level }) => level)).toEqual([expect.closeTo(2, 4), expect.closeTo(5 * weaker(20.7), 4)]);
    expect(points.map(({ bins }) => bins)).toEqual([expect.closeTo(0, 3), expect.closeTo(20, 3)]);
    expect(points.map(({ hits }) => hits)).toEqual([2, 5]);
  });

  it('are two also kilometres apart', async () => {
    const points = await returnsOf(40_000.5);
    expect(points.map(({ bins }) => bins)).toEqual([expect.closeTo(0, 3), expect.closeTo(40_000, 1)]);
  });

  it('lose the second of short pulses: its window reaches back to where there is no light', async () => {
    expect((await returnsOf(20.7, { pulseLength: 2 })).map(({ surface }) => surface)).toEqual([0]);
    const narrow = await returnsOf(20.7, { pulseLength: 2, bins: { window: 0.5 } });
    expect(narrow.map(({ surface }) => surface)).toEqual([0, 1]);
    expect(narrow.map(({ bins }) => bins)).toEqual([expect.closeTo(0, 3), expect.closeTo(20, 3)]);
  });

  it('have half the bin where time counts both ways', async () => {
    const points = await returnsOf(20.7, { physics: IN_BINS });
    // 41.4 bins of half the length.
    expect(points.map(({ bins }) => bins)).toEqual([expect.closeTo(0, 3), expect.closeTo(20.5, 3)]);
  });

  it('are counted up to maxReturns', async () => {
    const points = await returnsOf(20.7, { detection: { maxReturns: 1 } });
    expect(points).toMatchObject([{ surface: 0, number: 1, count: 1 }]);
  });

  it('are a return in every bin above the limit if the window has one bin', async () => {
    const points = await returnsOf(0.5, { bins: { window: 0.25 } });
    expect(points.length).toBe(15);
    expect(points[0].bins).toBeCloseTo(-4, 3);
    expect(points[4]).toMatchObject({ level: expect.closeTo(2 + 5 * weaker(0.5), 4), bins: expect.closeTo(0, 3) });
    const gated = await returnsOf(0.5, { bins: { window: 0.25 }, detection: { rangeMin: NEAR - 1.5 * BIN } });
    expect(gated[0].bins).toBeCloseTo(-1, 3);
  });
});

describe('the limit', () => {
  const ALONE = 2 + 5 * weaker(0.5);
  const isFound = async (share: number, window: number) => {
    const [{ power }] = await returnsOf(0.5);
    return (await returnsOf(0.5, { minPower: share * ALONE * power, bins: { window } })).length > 0;
  };

  it('holds for the whole window about a peak', async () => {
    expect(await isFound(SHARE[2] * 0.999, 1)).toBe(true);
    expect(await isFound(SHARE[2] * 1.001, 1)).toBe(false);
    expect(await isFound(SHARE[6] * 0.999, 0.5)).toBe(true);
    expect(await isFound(SHARE[6] * 1.001, 0.5)).toBe(false);
    expect(await isFound(0.999, 0.25)).toBe(true);
    expect(await isFound(1.001, 0.25)).toBe(false);
  });

  it('is the same for a pulse that does not fit the shortcut', async () => {
    const [{ power }] = await returnsOf(20.7);
    const count = async (share: number) => (await returnsOf(20.7, { minPower: share * power })).length;
    expect(await count(2 * SHARE[2] * 0.999)).toBe(2);
    expect(await count(2 * SHARE[2] * 1.001)).toBe(1);
    expect(await count(5 * weaker(20.7) * SHARE[2] * 0.999)).toBe(1);
    expect(await count(5 * weaker(20.7) * SHARE[2] * 1.001)).toBe(0);
  });
});

describe('the longest waveform', () => {
  it('cuts what comes later, and hits by their distance alone', async () => {
    const length = (bins: number) => bins * 0.25;
    // 20.7 bins, the pulse and one more are 37.7.
    expect((await returnsOf(20.7, { bins: { longest: length(38) } })).length).toBe(2);
    // 30 m are 400.3 bins: shorter waveforms lose even the nearer wall.
    expect(await returnsOf(20.7, { bins: { longest: length(37) } })).toEqual([]);
    // A wall at 0.3 m would be seen.
    const near = sceneOf([
      meshOf(rectangle([-5, 0.3, -5], [10, 0, 0], [0, 0, 5 - 9e-5])),
      meshOf(rectangle([-5, 5, -5], [10, 0, 0], [0, 0, 10])),
    ]);
    const beam = { physics: ONE_WAY, bins: { longest: length(37) } };
    const { points } = await echoesIn(await binInput(near), beam);
    expect(points.map(({ range }) => range)).toEqual([expect.closeTo(0.3, 5)]);
  });
});

describe('the blind zone', () => {
  /** 5 bins in front of the wall, less a millimetre or more. */
  const rangeMin = (off: number) => NEAR - 5 * BIN + off;
  const count = async (physics: BinBeam['physics'], off: number) =>
    (await returnsOf(0.9, { physics, detection: { rangeMin: rangeMin(off) } })).length;
  const blind = { ...ONE_WAY, blindZone: 'pulse' } as const;

  it('swallows pulses whose nearest hit is less than the rise of a pulse beyond the least range', async () => {
    expect(await count(blind, -1e-3)).toBe(1);
    expect(await count(blind, 1e-3)).toBe(0);
    expect(await count(ONE_WAY, 1e-3)).toBe(1);
    // A rise of half the length.
    expect(await count({ ...blind, clock: 'two-way' }, 1e-3)).toBe(1);
  });

  it.each([...METHODS])('is there with %s, too', async (_, detection, sampling) => {
    const physics = { ...PHYSICS.si, blindZone: 'pulse' } as const;
    const input = await binInput(wallsApart(0.9), SEVEN, sampling?.samplesMax);
    const find = async (rangeMin: number) =>
      (await echoesIn(input, { physics, detection: { ...detection, rangeMin }, overrides: { sampling } })).points
        .length;
    const rise = 2.5 * BIN;
    expect(await find(NEAR - rise - 1e-3)).toBe(1);
    expect(await find(NEAR - rise + 1e-3)).toBe(0);
  });
});

describe('points', () => {
  /** A slope that the beam meets at 60°, ahead and to the right. */
  const slope = sceneOf([meshOf(rectangle([-20, 60, -5], [40, 40 * Math.sqrt(3), 0], [0, 0, 10]))]);
  const turned = station([0.01, 0.02, 0.03], { attitude: { heading: 0.1, pitch: 0.02, roll: 0 } });
  const AXIS = [Math.sin(0.1) * Math.cos(0.02), Math.cos(0.1) * Math.cos(0.02), Math.sin(0.02)];

  it.each([['bins', {}, undefined] as const, ...METHODS])(
    'lie on the axis at their range or on the surface, with %s',
    async (how, detection, sampling) => {
      // Rings have their middle on the axis of a plane, but for the bins of HELIOS++.
      const footprint = how === 'bins' ? SEVEN : ({ ...SEVEN, pattern: 'disc' } as const);
      const input = await binInput(slope, footprint, sampling?.samplesMax);
      const find = async (points: 'axis' | 'surface') => {
        const physics = { ...PHYSICS.si, echoes: how === 'bins' ? 'bins' : 'receiver', points } as const;
        return (await echoesIn(input, { physics, detection, leg: turned, overrides: { sampling } })).points[0];
      };
      const [onAxis, onSurface] = [await find('axis'), await find('surface')];
      expect(onAxis.range).toBe(onSurface.range);
      [0.01, 0.02, 0.03].forEach((origin, axis) => {
        expect(onAxis.position[axis]).toBeCloseTo(origin + onAxis.range * AXIS[axis], 4);
      });
      const apart = Math.hypot(...onAxis.position.map((x, axis) => x - onSurface.position[axis]));
      expect(apart).toBeGreaterThan(1e-3);
    },
  );

  it('have the label and the normal of the hit whose distance is nearest, and the width of the pulse', async () => {
    const { hits, points } = await echoesIn(await binInput(wallsApart(6.4)), { physics: ONE_WAY });
    const far = hits.find(({ surface }) => surface === 1);
    expect(points[0]).toMatchObject({ surface: 1, normal: far?.normal });
    const one = await echoesIn(await binInput(sceneOf([meshOf(rectangle([-5, 30, -5], [10, 0, 0], [0, 0, 10]))])));
    expect(one.points[0].echoWidth / binScanner().pulse.duration).toBeCloseTo(1, 5);
  });
});

// ---- against the model ----------------------------------------------------------------------------------------------

const SEED = Number(process.env.BINS_SEED ?? 20_261_124);
const PULSES = 40;

it(`are those of a plain model of the waveform, whatever the pulse meets (BINS_SEED=${SEED})`, async () => {
  const next = testRandom(SEED);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)];
  let returns = 0;
  let several = 0;
  for (let round = 0; round < 24; round++) {
    const footprint = { ...SEVEN, subrays: pick([1, 7, 19, 37]) };
    const depth = pick([0.2, 2, 10, 200]);
    // Splinters of all sizes across the beams of a fan.
    const meshes = Array.from({ length: 60 }, () => {
      const [x, z] = [next() * 4 - 2, (next() - 0.5) * 0.2];
      const wide = 0.005 + next() * 0.2;
      return meshOf(rectangle([x, 30 + next() * depth, z], [wide, next() * 0.2, 0], [0, next() * 0.1, wide]));
    });
    const wall = meshOf(rectangle([-20, 31 + depth, -5], [40, 3, 0], [0, 0, 10]));
    const scene = sceneOf([...meshes, wall], { scatterings: [0.2, 0.5, 0.9].map(lambert) });
    const settings: ModelSettings = {
      pulseLength: pick([1, 2, 4, 5.3, 10]),
      size: pick([0.1, 0.25, 0.3]),
      window: pick([0.1, 0.5, 1, 1.3, 4]),
      longest: pick([0, 0, 0, 60, 106]),
      least: 0,
      maxReturns: pick([1, 3, 15]),
      ways: pick([1, 2]),
    };
    const input = await binInput(scene, footprint);
    const deflector = { ...binScanner().deflector, horizontalStep: 0.0027 } as ReturnType<
      typeof binScanner
    >['deflector'];
    const probe = (await CpuStages.open(input, binProgram({ footprint }))).run(0, 1);
    const strongest = Math.max(0, ...hitsOf(probe, footprint.subrays).map(({ energy }) => energy));
    settings.least = pick([0, 0.01, 0.3, 1, 3]) * strongest;
    const beam: BinBeam = {
      ...settings,
      bins: { size: settings.size, window: settings.window, longest: settings.longest },
      detection: { maxReturns: settings.maxReturns },
      overrides: { deflector },
      physics: settings.ways === 2 ? IN_BINS : ONE_WAY,
      footprint,
      leg: station([0, 0, 0], { sectorDeg: 12, attitude: { heading: -0.06, pitch: 0, roll: 0 } }),
    };
    beam.minPower = settings.least * binPulse(binScanner(beam)).peakRate;
    const outputs = (await CpuStages.open(input, binProgram(beam))).run(0, PULSES);
    const points = pointsOf(outputs.echo.returns);
    for (let p = 0; p < PULSES; p++) {
      const hits = hitsOf(outputs, footprint.subrays, p);
      const found = points.filter(({ pulse }) => pulse === p);
      const expected = hits.length === 0 ? [] : modelReturns(hits, settings);
      const where = `round ${round}, pulse ${p}: ${JSON.stringify(settings)}`;
      expect(
        found.map(({ range }) => range),
        where,
      ).toEqual(expected.map(({ range }) => expect.closeTo(range, 3)));
      expect(
        found.map(({ hits }) => hits),
        where,
      ).toEqual(expected.map(({ hits }) => hits));
      found.forEach((point, k) => {
        expect(point.energy / expected[k].energy, where).toBeCloseTo(1, 4);
        expect([point.number, point.count], where).toEqual([k + 1, expected.length]);
        // Two hits may be as near.
        const apart = (surface: number) =>
          Math.min(
            ...hits
              .filter((hit) => hit.surface === surface)
              .map(({ distance }) => Math.abs(distance - expected[k].range)),
          );
        expect(apart(point.surface), where).toBeCloseTo(apart(hits[expected[k].hit].surface), 3);
      });
      returns += found.length;
      several += Number(found.length > 1);
    }
  }
  expect(returns).toBeGreaterThan(500);
  expect(several).toBeGreaterThan(100);
});

it('bins have the defaults of HELIOS++', () => {
  expect(BINS_DEFAULTS).toEqual({ size: 0.25e-9, window: 1e-9, longest: 0 });
});
