import { expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { checkExits } from '../../src/survey/check-exits.js';
import { surveyText, writeSurvey } from './survey-file.js';

/** 30 mm across. */
const BOX = { min: [0, 0, 0] as [number, number, number], max: [0.01, 0.02, 0.02] as [number, number, number] };

const warningsOf = async (sections: Record<string, string>, box = BOX) => {
  const survey = await loadSurvey(await writeSurvey(surveyText(sections)));
  return checkExits(survey, box);
};

const scannerOf = (exitDiameter: number) => ({
  scanner: `scanner: { id: riegl-vz-400, exitDiameter: ${exitDiameter} }`,
});

it('passes beams that are narrower than the scene where they leave the instrument', async () => {
  expect(await warningsOf(scannerOf(30))).toEqual([]);
  expect(await warningsOf(scannerOf(0), { min: [1, 2, 3], max: [1, 2, 3] })).toEqual([]);
});

it('warns of a beam that is wider there than the scene', async () => {
  expect(await warningsOf(scannerOf(30.1))).toEqual([
    'riegl-vz-400: the beam is 30.1 mm wide where it leaves the instrument, the scene is 30 mm across; check exitDiameter (mm) and the unit of the parts',
  ]);
});

it('warns of a beam that is wider in one leg, of each scanner once', async () => {
  const leg = '{ position: [0, 0, 0], scanner: { exitDiameter: 40 } }';
  const found = await warningsOf({ ...scannerOf(7), legs: `legs: [ ${leg}, ${leg}, { position: [0, 0, 0] } ]` });
  expect(found).toEqual([expect.stringContaining('the beam is 40 mm wide')]);
});

it('looks at legs alone in which the scanner fires', async () => {
  const legs =
    'legs: [ { position: [0, 0, 0] }, { position: [0, 0, 0], scanner: { exitDiameter: 40, active: false } } ]';
  expect(await warningsOf({ ...scannerOf(7), legs })).toEqual([]);
});
