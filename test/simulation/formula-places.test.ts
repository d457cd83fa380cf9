import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { runSurvey } from '../../src/node-scans.js';
import { roomSurvey } from './room-survey.js';

const LEG = '{ position: [0, 0, 1], duration: 0.01 }';

describe('a formula that gives no deviation in a run', () => {
  it.each([
    ['in the detector', { legs: `legs: [ ${LEG} ]`, more: 'detector: { rangeNoise: 0 - range }' }, '6:25'],
    [
      'in a leg',
      { legs: `legs: [ ${LEG.replace(' }', ', scanner: { detector: { rangeNoise: 0 - range } } }')} ]` },
      '3:83',
    ],
    [
      'in a scanner of its own',
      {
        legs: `legs: [ ${LEG} ]`,
        scanner:
          'scanner: { name: mine, wavelength: 905, detection: { rangeMin: 0.5, rangeMax: 100, maxReturns: 2, rangeNoise: 0 - range }, deflector: { kind: spinning, rotationRate: 10, firingPeriod: 50, channels: [{ elevation: -5 }] } }',
      },
      '2:111',
    ],
  ])('is a fault in its place: %s', async (_, sections, place) => {
    const survey = await roomSurvey({ ...sections, output: 'output: [ cloud.csv ]' });
    const error = await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).format()).toMatch(/rangeNoise: found -\d.* m from "0 - range" at range /);
    expect((error as UserError).format().split(': ')[0]).toBe(`${survey.file}:${place}`);
  });
});
