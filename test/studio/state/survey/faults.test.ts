import { expect, it } from 'vitest';
import { newSurvey } from '../../../../studio/document/new-survey.js';
import { seriousFaults } from '../../../../studio/state/survey/faults.js';
import { benchWith } from '../../../workbench/bench.js';

it('a survey that was just begun has no serious faults, and one whose output is none has', async () => {
  const ask = benchWith();
  const { faults } = await ask('check', { text: newSurvey('empty') });
  expect(faults).toHaveLength(2);
  expect(seriousFaults(faults)).toEqual([]);
  const { faults: others } = await ask('check', { text: newSurvey('empty').replace('survey.las', 'points') });
  expect(seriousFaults(others).map(({ line }) => line)).toEqual([14]);
});
