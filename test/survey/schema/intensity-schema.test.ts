import { expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../survey-file.js';

it.each([
  ['{ scale: amplitude }', { kind: 'amplitude' }],
  ['{ scale: reflectance }', { kind: 'reflectance' }],
  ['{ scale: linear, full: 2e-9 }', { kind: 'linear', full: 2e-9 }],
  ['{ scale: hdl32e }', { kind: 'hdl32e', retro: 1000 }],
  ['{ scale: hable }', { kind: 'hable', exposure: 1, gamma: 2.2, white: 11.2 }],
  ['{ scale: hable, exposure: 3, gamma: 1, white: 5 }', { kind: 'hable', exposure: 3, gamma: 1, white: 5 }],
])('intensity: %s', async (text, scale) => {
  const survey = await loadSurvey(await writeSurvey(surveyText({ intensity: `intensity: ${text}` })));
  expect(survey.intensity).toEqual(scale);
});
