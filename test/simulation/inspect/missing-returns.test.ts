import { describe, expect, it } from 'vitest';
import { inspectScene, tracePulse } from '../../../src/node-scans.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import type { Scene } from '../../../src/scene/scene.js';
import type { PulseTrace } from '../../../src/simulation/inspect/pulse-trace.js';
import type { SurveyInput } from '../../../src/survey/schema/survey-schema.js';
import { samplingReceiver } from '../../support/sampling.js';
import { testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { surveyOf } from './inspected-survey.js';

/** A wall at y = 10 on the left, x < 0, and one at y = 15 behind it. */
const WALLS = sceneOf([
  meshOf(rectangle([-50, 10, -50], [50, 0, 0], [0, 0, 100])),
  meshOf(rectangle([-50, 15, -50], [100, 0, 0], [0, 0, 100])),
]);
/** The one behind alone. */
const WALL = sceneOf([meshOf(rectangle([-50, 15, -50], [100, 0, 0], [0, 0, 100]))]);
const NOTHING_AHEAD = sceneOf([meshOf(rectangle([-50, -15, -50], [100, 0, 0], [0, 0, 100]))]);

type Overrides = Parameters<typeof testScanner>[0];
type Settings = Partial<Omit<SurveyInput, 'scene' | 'scanner'>>;

/** The first pulse of a scanner at the origin, along +y. */
async function trace(scene: Scene, overrides: Overrides = {}, settings: Settings = {}): Promise<PulseTrace> {
  const survey = await surveyOf(scene, {
    scanner: testScanner(overrides) as Scanner,
    footprint: { subrays: 37 },
    legs: [{ position: [0, 0, 0], azimuth: [0, 3] }],
    ...settings,
  } as Omit<SurveyInput, 'scene'>);
  return tracePulse(survey, { scene: await inspectScene(scene, { cache: false, threads: 1 }), pulse: 0 });
}

/** Place of the return of the wall behind. */
const AT_WALL = { range: expect.closeTo(15, 3), energy: expect.any(Number) };

const rangesOf = ({ returns }: PulseTrace) => Array.from(returns.points.range);

describe('a pulse that meets two walls', () => {
  it('has two returns, and misses none', async () => {
    const { missing, echoes, ...found } = await trace(WALLS);
    expect(missing).toEqual([]);
    expect(echoes.map(({ subrays }) => subrays).reduce((sum, count) => sum + count)).toBe(37);
    expect(rangesOf({ ...found, missing, echoes })).toEqual([expect.closeTo(10, 3), expect.closeTo(15, 3)]);
    // The pulses, 0.3 m of standard deviation, do not touch.
    expect(found.waveform.parts).toHaveLength(2);
    expect(new Set(found.subrays.echoes)).toEqual(new Set([0, 1]));
  });

  it('says what is too near, too far, or more than the instrument records', async () => {
    const near = await trace(WALLS, { detection: { rangeMin: 12 } });
    expect(rangesOf(near)).toEqual([expect.closeTo(15, 3)]);
    expect(near.missing).toEqual([
      {
        reason: 'below-range-min',
        range: expect.closeTo(10, 3),
        energy: expect.any(Number),
        found: expect.closeTo(10, 3),
        limit: 12,
      },
    ]);
    const far = await trace(WALLS, { detection: { rangeMax: 12 } });
    expect(rangesOf(far)).toEqual([expect.closeTo(10, 3)]);
    expect(far.missing).toMatchObject([{ reason: 'beyond-range-max', range: expect.closeTo(15, 3), limit: 12 }]);
    const one = await trace(WALLS, { detection: { maxReturns: 1 } });
    expect(one.missing).toMatchObject([
      { reason: 'too-many-returns', range: expect.closeTo(15, 3), found: 2, limit: 1 },
    ]);
  });

  it('says by how much an echo is too weak', async () => {
    const { echoes } = await trace(WALLS);
    const minEnergy = (echoes[0].energy + echoes[1].energy) / 2;
    expect(echoes[0].energy).toBeGreaterThan(echoes[1].energy);
    const { missing, waveform } = await trace(WALLS, { detection: { minEnergy } });
    expect(missing).toMatchObject([
      { reason: 'below-threshold', range: expect.closeTo(15, 3), limit: waveform.threshold },
    ]);
    const [{ found, limit }] = missing;
    expect((found as number) / (limit as number)).toBeCloseTo(echoes[1].energy / minEnergy, 2);
    const clusters = await trace(WALLS, { detection: { minEnergy, method: 'clusters' } });
    expect(clusters.missing).toMatchObject([
      { reason: 'below-threshold', found: expect.closeTo(echoes[1].energy, 10), limit: Math.fround(minEnergy) },
    ]);
    expect(clusters.waveform.threshold).toBeUndefined();
  });

  it('says what the choice of returns and artefacts take away', async () => {
    const last = await trace(WALLS, { detection: { returns: 'last' } });
    expect(rangesOf(last)).toEqual([expect.closeTo(15, 3)]);
    expect(last.missing).toMatchObject([{ reason: 'return-choice', range: expect.closeTo(10, 3) }]);
    const artefacts = { capability: { model: 'linear', reflectance: 0.9, range: 12 } };
    const weak = await trace(WALLS, {}, { detector: { artefacts } } as unknown as Settings);
    expect(weak.missing.map(({ reason }) => reason)).toContain('artefacts');
    expect(weak.missing).toHaveLength(2 - rangesOf(weak).length);
  });
});

describe('a pulse whose noise reaches over a limit of range', () => {
  /** Traces of ten pulses to the wall behind, each with noise of its own. */
  const tracesOf = (detection: object) =>
    Promise.all(
      [...Array(10).keys()].map((seed) =>
        trace(WALL, { detection: { rangeNoise: 0.2, ...detection } as never }, { seed }),
      ),
    );

  it.each([
    ['beyond-range-max', { rangeMax: 15.1 }, (range: number) => range <= 15.1],
    ['below-range-min', { rangeMin: 14.9 }, (range: number) => range >= 14.9],
    // The nearer one, where noise reaches over both.
    ['beyond-range-max', { rangeMin: 14.5, rangeMax: 15.1 }, (range: number) => range >= 14.5 && range <= 15.1],
    ['below-range-min', { rangeMin: 14.9, rangeMax: 15.5 }, (range: number) => range >= 14.9 && range <= 15.5],
  ])('says that its return is %s: %j', async (reason, detection, isWithin) => {
    const traces = await tracesOf(detection);
    const lost = traces.filter(({ returns }) => returns.points.count === 0);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(10);
    for (const { missing } of lost) expect(missing).toEqual([{ reason, ...AT_WALL }]);
    for (const one of traces.filter(({ returns }) => returns.points.count > 0)) {
      expect(one.missing).toEqual([]);
      expect(rangesOf(one).every(isWithin)).toBe(true);
    }
  });

  it('has a return that noise brings in, and names the limit of those that stay outside', async () => {
    const traces = await tracesOf({ rangeMax: 14.9 });
    const lost = traces.filter(({ returns }) => returns.points.count === 0);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(10);
    for (const { missing } of lost)
      expect(missing).toEqual([
        { reason: 'beyond-range-max', ...AT_WALL, found: expect.closeTo(15, 3), limit: Math.fround(14.9) },
      ]);
  });
});

describe('a pulse for a receiver that samples', () => {
  it('has what was recorded, with the returns at its maxima', async () => {
    const { waveform, echoes, missing, returns } = await trace(WALLS, { sampling: samplingReceiver() });
    expect([waveform.kind, waveform.interval, missing]).toEqual(['recorded', 1e-9, []]);
    expect(echoes).toHaveLength(2);
    for (const [k, time] of waveform.returnTimes.entries()) {
      expect(time).toBeCloseTo((2 * returns.points.range[k]) / 299_792_458, 12);
      const { start, power } = waveform.parts[waveform.parts.length - 2 + k];
      const top = start + power.indexOf(Math.max(...power)) * waveform.interval;
      expect(Math.abs(time - top)).toBeLessThan(waveform.interval);
    }
  });

  it('says what its detector does not find', async () => {
    const { waveform } = await trace(WALLS, { sampling: samplingReceiver() });
    const tops = waveform.parts.map(({ power }) => Math.max(...power));
    const threshold = (tops[0] + tops[1]) / 2;
    const { missing } = await trace(WALLS, { sampling: samplingReceiver({ threshold }) });
    expect(missing).toMatchObject([{ reason: 'not-detected', range: expect.closeTo(15, 3) }]);
  });
});

describe('a beam that is wide at its exit', () => {
  it('has subrays that leave beside each other, and end where the scene is', async () => {
    const { subrays, beam, echoes } = await trace(WALL, { exitRadius: 0.05 });
    const asides = Array.from({ length: subrays.count }, (_, k) =>
      Math.hypot(...[0, 1, 2].map((axis) => subrays.starts[3 * k + axis] - beam.origin[axis])),
    );
    expect(Math.max(...asides)).toBeGreaterThan(0.03);
    expect(Math.max(...asides)).toBeLessThan(0.15);
    for (let k = 0; k < subrays.count; k++) expect(subrays.ends[3 * k + 1]).toBeCloseTo(15, 4);
    expect(echoes).toHaveLength(1);
  });
});

describe('a pulse without returns', () => {
  it('meets nothing', async () => {
    const { missing, subrays, echoes, returns, waveform } = await trace(NOTHING_AHEAD);
    expect(missing).toEqual([{ reason: 'nothing-met' }]);
    expect([subrays.ranges.every(Number.isNaN), echoes, returns.points.count, waveform.parts]).toEqual([
      true,
      [],
      0,
      [],
    ]);
  });

  it('is dropped by a restriction, which is named', async () => {
    const restrict = [{ elevation: [50, 60] }, { azimuth: [-10, 10] }] as unknown as Settings['restrict'];
    const { missing, returns, echoes } = await trace(WALL, {}, { restrict });
    expect(missing).toMatchObject([{ reason: 'restricted', restriction: 1, range: expect.closeTo(15, 3) }]);
    expect([returns.points.count, echoes.length]).toEqual([0, 1]);
    const dark = await trace(NOTHING_AHEAD, {}, { restrict });
    expect(dark.missing).toEqual([{ reason: 'nothing-met' }, { reason: 'restricted', restriction: 1 }]);
  });

  it('is lost in the blind zone of HELIOS++', async () => {
    const detection = { rangeMin: 14.9 };
    const physics = { like: 'helios', energy: 'lidar' } as unknown as Settings['physics'];
    const { missing, returns } = await trace(WALL, { detection }, { physics });
    expect(missing).toMatchObject([{ reason: 'blind-zone' }]);
    expect(returns.points.count).toBe(0);
  });

  it('is not fired', async () => {
    const settings: Settings = {
      legs: [{ position: [0, 0, 0], azimuth: [0, 40], duration: 0.1 }],
    } as unknown as Settings;
    const survey = await surveyOf(WALL, { scanner: 'velodyne-vlp-16', ...settings } as Omit<SurveyInput, 'scene'>);
    const scene = await inspectScene(WALL, { cache: false });
    const traces = await Promise.all([0, 20_000].map((pulse) => tracePulse(survey, { scene, pulse })));
    expect(traces.map(({ missing }) => missing[0]?.reason)).toContain('silent');
    const silent = traces.find(({ missing }) => missing[0]?.reason === 'silent');
    expect([silent?.subrays.count, silent?.returns.points.count]).toEqual([0, 0]);
  });
});

describe('an input that cannot be traced', () => {
  it.each([
    [{ pulse: -1 }, 'pulse: found -1, expected the number of one of the leg'],
    [{ pulse: 1e9 }, 'pulse: found 1000000000'],
    [{ pulse: 0, leg: 1 }, "leg: found 1, expected the number of one of the survey's 1, from 0"],
    [{ pulse: 0, scanner: 0.5 }, 'scanner: found 0.5'],
  ])('is refused: %j', async (choice, message) => {
    const survey = await surveyOf(WALL, { scanner: testScanner(), legs: [{ position: [0, 0, 0] }] } as never);
    await expect(tracePulse(survey, { cache: false, ...choice })).rejects.toThrow(message);
  });
});
