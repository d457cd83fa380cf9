import { describe, expect, it } from 'vitest';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import type { Leg } from '../../src/platform/leg.js';
import { checkMovers } from '../../src/simulation/check-movers.js';
import { surveyDoubts } from '../../src/simulation/survey-warnings.js';
import { evenly, motionThrough, sceneWithMovers } from '../support/movers.js';
import { boxOf } from '../support/moving-surveys.js';
import { meshOf } from '../support/scenes.js';
import { movingSurvey } from '../survey/scene/motion/moving-scene.js';

/** Warnings for a car 2 m wide, 4.5 m long and 1.5 m high, and a scanner at the origin, 1 m high, for 10 s. */
async function doubts(motion: string, change: (leg: Leg) => Partial<Leg> = () => ({}), count = 1): Promise<string[]> {
  const cars = Array.from({ length: count }, (_, k) => `{ name: car${k}, file: car.obj, motion: ${motion} }`);
  const survey = await loadSurvey(await movingSurvey(cars.join(', ')));
  const legs = survey.legs.map((leg) => ({ ...leg, path: { ...leg.path, position: [0, 0, 1] } as Leg['path'] }));
  const changed = legs.map((leg) => ({ ...leg, ...change(leg) }));
  const scene = await loadScene(survey.scene);
  const all = surveyDoubts({ ...survey, legs: changed }, scene);
  return all.filter((text) => text.includes('which moves'));
}

describe('a part that moves through the scanner', () => {
  it('is named with the time', async () => {
    const [warning, ...more] = await doubts('{ path: [[0, -40, 0], [0, 40, 0]], speed: 10 }');
    expect(warning).toMatch(
      /^.+: velodyne-vlp-16 passes through the box of car0, which moves, 3\.7[78] s after the survey's start: beams/,
    );
    expect(more).toEqual([]);
  });

  it.each([
    ['beside it', '{ path: [[1.1, -40, 0], [1.1, 40, 0]], speed: 10 }'],
    ['below it', '{ path: [[0, -40, -0.6], [0, 40, -0.6]], speed: 10 }'],
    ['after the run', '{ path: [[0, -40, 0], [0, 40, 0]], speed: 2 }'],
    [
      'while it is not there',
      '{ keys: [{ time: 4, position: [0, 0, 0] }, { time: 5, position: [9, 0, 0] }], interpolation: step, before: hidden, start: 8 }',
    ],
  ])('is not one that passes %s', async (_, motion) => {
    expect(await doubts(motion)).toEqual([]);
  });

  it.each([
    [
      'jumps onto it',
      '{ keys: [{ time: 0, position: [9, 0, 0] }, { time: 6.5, position: [0, 0, 0] }, { time: 7, position: [9, 0, 0] }], interpolation: step }',
      '6.5',
    ],
    [
      'appears over it',
      '{ keys: [{ time: 0, heading: 0 }, { time: 1, heading: 1 }], start: 2.5, before: hidden }',
      '2.5',
    ],
  ])('may be one that %s', async (_, motion, time) => {
    expect((await doubts(motion))[0]).toContain(`which moves, ${time}`);
  });

  it('is met by a scanner that moves', async () => {
    const path: Leg['path'] = { kind: 'straight', from: [0, -20, 1], to: [0, 20, 1], speed: 5, attitude: LEVEL };
    expect(
      (await doubts('{ keys: [{ time: 0, heading: 0 }, { time: 1, heading: 1 }] }', () => ({ path })))[0],
    ).toContain('which moves, 3.5');
    // As fast as the scanner, before it.
    expect(await doubts('{ path: [[0, -15, 0], [0, 40, 0]], speed: 5 }', () => ({ path }))).toEqual([]);
  });

  it('is named for three of them', async () => {
    expect(await doubts('{ path: [[0, -40, 0], [0, 40, 0]], speed: 10 }', undefined, 5)).toHaveLength(3);
  });

  it('takes a moment to find among many', async () => {
    const { legs, instruments } = await loadSurvey(await movingSurvey('{ file: car.obj }'));
    const round = motionThrough((t) => ({ place: [0, 0, 1], turn: t, axis: [0, 0, 1] }), evenly(0, 20, 1200));
    const around = { ...round, positions: round.positions.map((value, k) => (k % 3 === 0 ? 3 * Math.cos(k) : value)) };
    const mesh = meshOf(boxOf([0.2, 0.2, 0.2]));
    const scene = sceneWithMovers(
      [mesh],
      Array.from({ length: 20_000 }, () => ({ mesh: 0, motion: { ...around } })),
    );
    const started = performance.now();
    checkMovers({ legs: Array.from({ length: 1000 }, () => legs[0]), instruments }, scene);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

const LEVEL = { heading: 0, pitch: 0, roll: 0 };
