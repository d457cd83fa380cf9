import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { formulaFault } from '../../src/scanner/range-noise.js';
import { faultOf } from '../scene/scene-files.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

describe('the formula of range noise', () => {
  it.each([
    ['sqrt(-1)', 'it is not a number'],
    ['1/0', 'it is Infinity everywhere'],
    ['0-1', 'it is -1 everywhere'],
    ['1e3 + 1', 'it is 1001 everywhere'],
    ['log(e - e)', 'it is -Infinity everywhere'],
  ])('is refused where it depends on nothing and is no standard deviation: %s', (text, fault) => {
    expect(formulaFault(text)).toBe(fault);
  });

  it.each(['0', '1000', 'sqrt(2) / 100', '0.01 - range', 'sqrt(0 - range)', 'energy / 0'])('is read: %s', (text) => {
    expect(formulaFault(text)).toBeUndefined();
  });

  it('is refused in its place in a survey', async () => {
    const file = await writeSurvey(surveyText({ output: "detector: { rangeNoise: 'sqrt(-1)' }" }));
    expect(await faultOf(loadSurvey(file))).toMatch(
      /survey\.yaml:4:25: detector\.rangeNoise: found "sqrt\(-1\)", expected a number >= 0 .*; it is not a number/,
    );
  });
});
