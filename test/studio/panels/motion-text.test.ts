import { expect, it } from 'vitest';
import { motionText } from '../../../studio/panels/motion-text.js';

it.each([
  [
    {
      path: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ],
      speed: 13.9,
      start: 1.5,
      after: 'continue',
    },
    'along 3 points at 13.9 m/s, from 1.5 s, and on afterwards',
  ],
  [{ trajectory: { file: 'taxi.csv' }, before: 'hidden' }, 'as recorded in taxi.csv, hidden before'],
  [{ keys: [{ time: 2 }, { time: 5 }], after: 'loop' }, 'through 2 poses, over and over'],
  [{ velocity: [3, 4, 0], turnRate: 5 }, 'at 5 m/s, turning by 5 °/s'],
  [{ spin: { axis: [0, 1, 0], rate: 1800 } }, 'spins by 1800 °/s'],
  [{ follow: 'platform' }, 'with the platform'],
  [{ follow: { part: 'van', behind: 5 } }, '5 m behind van'],
  [{ follow: { part: 'van' } }, 'with van'],
  [{ updates: [{}], times: [] }, 'by 1 update'],
  [{}, 'as the text says'],
  [{ path: 'none', speed: { of: 'light' } }, 'along some points'],
])('says how a part moves: %j', (motion, text) => {
  expect(motionText({ file: 'a.obj', motion })).toBe(text);
});

it('says what else moves in a part, and nothing of one that stands', () => {
  expect(motionText({ file: 'a.glb', animation: {} })).toBe('plays its first clip');
  expect(motionText({ file: 'a.glb', motion: { velocity: [0, 2, 0] }, animation: { clip: 'Dig', stride: 2 } })).toBe(
    'at 2 m/s; plays the clip Dig, once in 2 m',
  );
  expect(motionText({ generate: { kind: 'street', moving: { vehicles: 8, walkers: 6 } } })).toBe(
    '8 vehicles and 6 walkers in it',
  );
  expect(motionText({ generate: { kind: 'street' } })).toBeUndefined();
  expect(motionText({ file: 'a.glb', motion: 'fast' })).toBeUndefined();
});
