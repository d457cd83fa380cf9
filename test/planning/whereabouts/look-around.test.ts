import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { runSurvey } from '../../../src/node-scans.js';
import { lookAround } from '../../../src/planning/whereabouts/look-around.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { readSurvey } from '../../../src/survey/read-survey.js';
import { benchWith } from '../../workbench/bench.js';

const EXAMPLES = new URL('../../../examples/', import.meta.url);
const smaller = (name: string) =>
  readFileSync(new URL(name, EXAMPLES), 'utf8')
    .replaceAll(/Step: 0.2\b/g, 'Step: 1.6')
    .replace(/triangles: \d+/, 'triangles: 40000')
    .replaceAll('.laz', '.las');

describe('a look around', () => {
  it.each(['quickstart.yaml', 'waveforms.yaml'])(
    'expects the points and the files that a run of %s writes, as the page does',
    async (name) => {
      const outputFolder = mkdtempSync(join(tmpdir(), 'look-'));
      const text = smaller(name);
      const survey = await readSurvey(text, { files: nodeFiles, folder: '.', name, outputFolder });
      const look = await lookAround(survey, { machine: nodeMachine });
      const { points, outputs } = await runSurvey(survey, { engine: 'cpu' });
      expect(Math.abs(look.pointsLikely / points - 1)).toBeLessThan(0.03);
      const [{ path }] = outputs;
      const written = [path, path.replace('.las', '.wdp')].map(
        (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
      );
      expect(Math.abs(look.outputBytesLikely / (written[0] + written[1]) - 1)).toBeLessThan(0.08);

      const { outputBytes } = await benchWith()('expect', { text });
      expect(look.outputBytesLikely).toBe(Math.round(outputBytes));
    },
  );
});
