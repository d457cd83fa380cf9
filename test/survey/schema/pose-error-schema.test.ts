import { expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

const DEGREE = Math.PI / 180;
const load = async (text: string) =>
  (await loadSurvey(await writeSurvey(surveyText({ poseError: `poseError: ${text}` })))).poseError;

const QUIET = { white: 0, randomWalk: 0, perLeg: 0, gaussMarkov: undefined };

it('the error is none for missing parts', async () => {
  expect(await load('{}')).toEqual({
    rateHz: 200,
    clockOffset: 0,
    horizontal: QUIET,
    vertical: QUIET,
    attitude: { heading: QUIET, pitch: QUIET, roll: QUIET },
    boresight: { heading: 0, pitch: 0, roll: 0 },
    leverArm: [0, 0, 0],
    keepTruePosition: false,
  });
  expect((await loadSurvey(await writeSurvey(surveyText()))).poseError).toBeUndefined();
});

it('angles are degrees in the file, radians inside', async () => {
  const error = await load(`
  position: { horizontal: { white: 0.02 }, vertical: { gaussMarkov: { sigma: 0.05, time: 60 } } }
  attitude: { heading: { randomWalk: 0.01 }, pitch: { perLeg: 0.002 }, roll: { white: 0.005, gaussMarkov: { sigma: 0.02, time: 30 } } }
  boresight: { pitch: 0.1 }
  leverArm: [0.01, -0.02, 0.03]
  clock: { offset: -0.002, rate: 50 }
  keepTruePosition: true`);
  expect(error).toMatchObject({
    rateHz: 50,
    clockOffset: -0.002,
    horizontal: { ...QUIET, white: 0.02 },
    vertical: { ...QUIET, gaussMarkov: { sigma: 0.05, time: 60 } },
    attitude: {
      heading: { ...QUIET, randomWalk: 0.01 * DEGREE },
      pitch: { ...QUIET, perLeg: 0.002 * DEGREE },
      roll: { ...QUIET, white: 0.005 * DEGREE, gaussMarkov: { sigma: 0.02 * DEGREE, time: 30 } },
    },
    boresight: { heading: 0, pitch: 0.1 * DEGREE, roll: 0 },
    leverArm: [0.01, -0.02, 0.03],
    keepTruePosition: true,
  });
});

it.each([
  [
    '{ position: { horizontal: { white: -1 } } }',
    'poseError.position.horizontal.white: found -1, expected a number >= 0 and <= 1000 (m)',
  ],
  ['{ clock: { rate: 0 } }', 'poseError.clock.rate: found 0, expected a number >= 0.01 and <= 10000 (Hz)'],
  [
    '{ attitude: { yaw: { white: 1 } } }',
    'poseError.attitude.yaw: unknown key; did you mean "heading"? allowed: heading, pitch, roll',
  ],
  [
    '{ position: { vertical: { gaussMarkov: { sigma: 1 } } } }',
    'poseError.position.vertical.gaussMarkov.time: missing',
  ],
  ['{ keepTruePosition: yes please }', 'poseError.keepTruePosition: found "yes please", expected true or false'],
])('%s', async (text, message) => {
  expect(await loadFailure(surveyText({ poseError: `poseError: ${text}` }))).toContain(message);
});

it('the registration of a leg is in metres and degrees, 0 by default', async () => {
  const station = 'position: [0, 0, 1.5], duration: 1';
  const legs = `legs: [ { ${station}, registrationError: { position: [0.004, 0, 0], heading: 0.01 } }, { ${station} } ]`;
  const survey = await loadSurvey(await writeSurvey(surveyText({ legs })));
  const [stated, other] = survey.legs.map((leg) => leg.registrationError);
  expect(stated).toEqual({ position: [0.004, 0, 0], heading: 0.01 * DEGREE, pitch: 0, roll: 0 });
  expect(other).toBeUndefined();
  expect(await loadFailure(surveyText({ legs: legs.replace('heading: 0.01', 'yaw: 1') }))).toContain(
    'legs[0].registrationError.yaw: unknown key; did you mean "heading"?',
  );
});
