import { expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

const DEGREE = Math.PI / 180;
const load = async (text: string) =>
  (await loadSurvey(await writeSurvey(surveyText({ restrict: `restrict: [ ${text} ]` })))).restrictions;

it('angles in degrees, times in seconds', async () => {
  expect(await load('{ azimuth: [350, 370], elevation: [-15, 0], channels: [1, 3], share: 0.5 }')).toEqual([
    {
      scanner: undefined,
      azimuth: { from: 350 * DEGREE, to: 370 * DEGREE },
      elevation: { from: -15 * DEGREE, to: 0 },
      channels: new Set([1, 3]),
      share: 0.5,
      active: { kind: 'always' },
    },
  ]);
  expect(
    (
      await load(
        '{ time: { from: 1, to: 2 } }, { time: { period: 3, on: 1 } }, { time: { probability: 0.1, duration: 2 } }, { time: always }',
      )
    ).map(({ active }) => active),
  ).toEqual([
    { kind: 'once', from: 1, to: 2 },
    { kind: 'periodic', period: 3, on: 1, phase: 0 },
    { kind: 'random', probability: 0.1, duration: 2, seed: 1 },
    { kind: 'always' },
  ]);
  expect((await loadSurvey(await writeSurvey(surveyText()))).restrictions).toEqual([]);
});

it.each([
  [
    '{ azimuth: [20, 10] }',
    'restrict[0].azimuth[1]: found 10, expected an angle not before the first, which is 20 (deg)',
  ],
  ['{ azimuth: [350, 10] }', 'which is 350 (deg); write [350, 370] for those between'],
  [
    '{ azimuth: [0, 400] }',
    'restrict[0].azimuth[1]: found 400, expected at most a full turn after the first angle (deg)',
  ],
  ['{ elevation: [5, -5] }', 'restrict[0].elevation[1]: found -5, expected an angle not before the first'],
  [
    '{ scanner: rear }',
    'restrict[0].scanner: found "rear", expected the name of a scanner of the survey: velodyne-vlp-16',
  ],
  ['{ time: { from: 3, to: 3 } }', 'restrict[0].time.to: found 3, expected a time after the start at 3 (s)'],
  ['{ time: { period: 1, on: 2 } }', 'restrict[0].time.on: found 2, expected at most the period of 1 (s)'],
  [
    '{ time: sometimes }',
    'restrict[0].time: found "sometimes", expected always, a map with from and to, with period and on, or with probability and duration',
  ],
  ['{ share: 2 }', 'restrict[0].share: found 2, expected a number >= 0 and <= 1'],
  ['{ channels: [-1] }', 'restrict[0].channels[0]: found -1'],
])('%s', async (text, message) => {
  expect(await loadFailure(surveyText({ restrict: `restrict: [ ${text} ]` }))).toContain(message);
});
