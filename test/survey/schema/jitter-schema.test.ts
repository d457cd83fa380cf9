import { expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

const DEGREE = Math.PI / 180;
const load = async (text: string) =>
  (await loadSurvey(await writeSurvey(surveyText({ jitter: `jitter: ${text}` })))).jitter;

const NONE = { of: { kind: 'normal', mean: 0, sigma: 0 }, hold: 1 };

it('jitter is none for missing sources', async () => {
  expect(await load('{}')).toEqual({ position: [NONE, NONE, NONE], attitude: [NONE, NONE, NONE] });
  expect((await loadSurvey(await writeSurvey(surveyText()))).jitter).toBeUndefined();
});

it('angles are degrees in the file, radians inside', async () => {
  expect(
    await load(`
  position: { x: { sigma: 0.02, mean: -1, clip: [-2, 0] }, z: { between: [1, 2], hold: survey } }
  attitude: { y: { sigma: 3, clip: [-6, 4], hold: 8 }, z: { between: [-2, 1] } }`),
  ).toEqual({
    position: [
      { of: { kind: 'normal', mean: -1, sigma: 0.02 }, clip: [-2, 0], hold: 1 },
      NONE,
      { of: { kind: 'uniform', min: 1, max: 2 }, hold: Number.POSITIVE_INFINITY },
    ],
    attitude: [
      NONE,
      { of: { kind: 'normal', mean: 0, sigma: 3 * DEGREE }, clip: [-6 * DEGREE, 4 * DEGREE], hold: 8 },
      { of: { kind: 'uniform', min: -2 * DEGREE, max: DEGREE }, hold: 1 },
    ],
  });
});

it.each([
  ['{ position: { x: { sigma: -1 } } }', 'jitter.position.x.sigma: found -1, expected a number >= 0 and <= 1000 (m)'],
  ['{ attitude: { z: { between: [2, 1] } } }', 'jitter.attitude.z.between[1]: found 1, expected at least 2'],
  ['{ attitude: { z: { clip: [2, 1] } } }', 'jitter.attitude.z.clip[1]: found 1, expected at least 2'],
  ['{ position: { y: { between: [0, 1], sigma: 0 } } }', 'expected either between, or mean and sigma'],
  ['{ position: { y: { hold: 0 } } }', 'jitter.position.y.hold: found 0, expected a whole number >= 1'],
  ['{ position: { y: { hold: leg } } }', 'or survey'],
  ['{ attitude: { roll: {} } }', 'jitter.attitude.roll: unknown key'],
])('%s is refused', async (text, message) => {
  expect(await loadFailure(surveyText({ jitter: `jitter: ${text}` }))).toContain(message);
});
