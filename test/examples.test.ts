import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../src/base/files/node-files.js';
import { loadSurvey } from '../src/node-surveys.js';
import { estimateSurvey } from '../src/survey/estimate/estimate-survey.js';

const EXAMPLES = resolve(import.meta.dirname, '../examples');
/** Subrays that two cores trace in about ten seconds. */
const SUBRAYS_MAX = 3e8;

it('has the excavator that its script makes', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'excavator-')), 'excavator.glb');
  execFileSync(process.execPath, [join(EXAMPLES, '../scripts/make-excavator.mjs'), file]);
  expect(readFileSync(file).equals(readFileSync(join(EXAMPLES, 'models/excavator.glb')))).toBe(true);
});

describe('the examples', () => {
  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml')))
    it(`${file} is a survey that takes seconds`, async () => {
      const survey = await loadSurvey(join(EXAMPLES, file));
      const { pulses, subrays } = await estimateSurvey(survey, { files: nodeFiles });
      // A pulse whose waveform is recorded takes longer.
      expect(pulses).toBeGreaterThan(survey.outputs.some(({ waveforms }) => waveforms) ? 4e5 : 1e6);
      expect(subrays).toBeLessThan(SUBRAYS_MAX);
      // laz-perf, and programs made of it, do not read waveforms in LAZ.
      expect(survey.outputs.map(({ format }) => format)).toEqual([file === 'waveforms.yaml' ? 'las' : 'laz']);
    });
});
