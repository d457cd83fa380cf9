import { describe, expect, it } from 'vitest';
import type { PlanFacts } from '../../../src/campaign/plan/plan-file.js';
import { describeCampaignPlan, describePieces } from '../../../src/cli/describe/describe-campaign.js';
import { MODEL_PACES, type Paces, UNKNOWN_PACES } from '../../../src/survey/estimate/run-steps.js';

const FACTS: PlanFacts = {
  plan: 1,
  campaign: 'drives',
  results: 12,
  engine: 'cpu',
  surveyFolder: '.',
  tasks: 4,
  splits: {},
  totals: {
    seconds: 40,
    steps: { load: 4, build: 6, trace: 20, write: 10 },
    pulses: 4000,
    outputBytesMax: 1e6,
    secondsMax: 12,
    memoryBytesMax: 1e8,
  },
  inputs: {},
  semantics: {},
  sha256: '',
  facts: '',
};

const timeIn = (lines: readonly string[]) => lines.find((line) => line.startsWith('time'));

describe('the time of a plan', () => {
  it('is that of the machine of the model at its paces, and half as long again where nothing is known', () => {
    const timeAt = (paces: Paces) => timeIn(describeCampaignPlan(FACTS, 'out', paces));
    expect(timeAt(MODEL_PACES)).toBe('time    40.0 s of a core, the longest survey 12.0 s of a core');
    expect(timeAt(UNKNOWN_PACES)).toBe('time    1 min 00 s of a core, the longest survey 18.0 s of a core');
  });

  it('follows the paces of this machine, step by step', () => {
    const paces = { start: 9, load: 2, build: 1, trace: 3, write: 0.6 };
    expect(timeIn(describeCampaignPlan(FACTS, 'out', paces))).toContain(
      '1 min 20 s of a core, the longest survey 24.0 s',
    );
    expect(timeIn(describePieces(FACTS, 'out', paces))).toContain('1 min 20 s of a core, the longest piece 24.0 s');
  });

  it('is as it was written in a plan of an older program', () => {
    const older = { ...FACTS, totals: { ...FACTS.totals, steps: undefined } };
    expect(timeIn(describeCampaignPlan(older, 'out', { ...MODEL_PACES, trace: 3 }))).toContain('40.0 s of a core');
  });
});
