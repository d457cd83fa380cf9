import { expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { estimateSurvey } from '../../../src/survey/estimate/estimate-survey.js';
import { modelledRun } from '../../../src/survey/estimate/measured-run.js';
import { surveyText, writeSurvey } from '../survey-file.js';

it('models the building of the trees that a run built, not of those that it found', async () => {
  const survey = await loadSurvey(await writeSurvey(surveyText({ output: 'output: [ a.las ]' })));
  const estimate = await estimateSurvey(survey, { files: nodeFiles });
  const run = { engine: 'cpu', points: 1_000_000, pulses: 1_000_000, stages: {} };
  const buildOf = (built: number, found: number) =>
    modelledRun(survey, estimate, { ...run, trees: { built, found } }).build;
  expect(buildOf(1_000_000, 0)).toBeCloseTo(0.25 + 3.3, 9);
  expect(buildOf(0, 1_000_000)).toBeCloseTo(0.15, 9);
  expect(buildOf(0, 0)).toBe(0);
  expect(modelledRun(survey, estimate, { ...run, trees: { built: 0, found: 0 } })).toMatchObject({
    load: estimate.time.load,
    write: expect.closeTo(0.2 + 1e6 * 330e-9, 9),
  });
});
