import { expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { checkNoise } from '../../src/survey/check-noise.js';
import { surveyText, writeSurvey } from './survey-file.js';

const NOISE = 'bandwidth: 200, noise: { range: 100, reflectance: 0.5, probability: 0.9, falseAlarms: 100 }';

async function warnings(receiver: string, detector = ''): Promise<string[]> {
  const scanner = `scanner: { id: riegl-vz-400, receiver: { ${receiver} } }`;
  return checkNoise(await loadSurvey(await writeSurvey(surveyText({ scanner, detector }))));
}

it('warns of ranges that are noisy twice, and of no others', async () => {
  expect(await warnings(NOISE)).toEqual([
    'riegl-vz-400: its rangeNoise is added to the noise that its receiver has; detector: { rangeNoise: 0 } leaves it out',
  ]);
  expect(await warnings(NOISE, 'detector: { rangeNoise: 0 }')).toEqual([]);
  expect(await warnings('sampling: { rate: 1 }')).toEqual([]);
});

it('warns of a threshold in the noise', async () => {
  const diode = 'bandwidth: 200, noise: { responsivity: 0.9, amplifier: 8 }';
  const quiet = 'detector: { rangeNoise: 0 }';
  expect(await warnings(diode, quiet)).toEqual([
    expect.stringMatching(
      /^riegl-vz-400: the threshold of its receiver lies in the noise, about \d+(\.\d+)? false alarms a pulse; receiver: \{ threshold/,
    ),
  ]);
  expect(await warnings(`${diode}, threshold: { sigmas: 5 }`, quiet)).toEqual([]);
});
