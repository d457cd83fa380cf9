import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listCache } from '../../src/bvh/node-cache-folder.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { keepRun, nodePaces } from '../../src/simulation/node-kept-paces.js';
import type { RunFacts } from '../../src/survey/estimate/measured-run.js';
import { UNKNOWN_PACES } from '../../src/survey/estimate/run-steps.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

const load = vi.hoisted(() => ({ average: 0 }));
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  loadavg: () => [load.average, 0, 0],
}));

/** A run that took three times as long as estimated for its start, and six times for reading. */
const SLOW: RunFacts = {
  engine: 'cpu',
  points: 1,
  pulses: 1,
  trees: { built: 0, found: 0 },
  processor: { start: 0.9, load: 6 * 0.35, build: 0, simulate: 0, write: 0 },
  stages: {},
};

describe('kept paces of this machine', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'subray-paces-'));
    vi.stubEnv('SUBRAY_CACHE', folder);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  const survey = async () => loadSurvey(await writeSurvey(surveyText()));

  it('are those of the runs before, beside the trees, whose listing leaves them out', async () => {
    expect(await nodePaces()).toEqual(UNKNOWN_PACES);
    await keepRun(await survey(), SLOW);
    const { start, load } = await nodePaces();
    expect(start).toBeCloseTo(3, 1);
    expect(load).toBeLessThan(6);
    expect(load).toBeGreaterThan(3);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^paces-[0-9a-f]{16}\.json$/)]);
    expect(await listCache({ folder })).toMatchObject({ trees: [], unfinished: [], others: 0 });
  });

  it('are unknown where the file is damaged or huge, and the next run mends it', async () => {
    await keepRun(await survey(), SLOW);
    const [name] = await readdir(folder);
    for (const content of ['{"start": [', 'x'.repeat(1 << 20)]) {
      await writeFile(join(folder, name), content);
      expect(await nodePaces()).toEqual(UNKNOWN_PACES);
    }
    await keepRun(await survey(), SLOW);
    expect(JSON.parse(await readFile(join(folder, name), 'utf8')).start).toHaveLength(1);
  });

  it('tell tracing from writing only while the machine is not busy', async () => {
    const known = await loadSurvey(await writeSurvey(surveyText({ output: 'output: [ a.las ]' })));
    const run = { ...SLOW, points: 1e6, pulses: 1e6, stages: { traverse: 1 } };
    const processor = { ...SLOW.processor, simulate: 1.5, write: 0.03 } as RunFacts['processor'];
    load.average = 99;
    await keepRun(known, { ...run, processor });
    expect(await nodePaces()).toMatchObject({ start: expect.closeTo(3, 1), write: expect.not.closeTo(1, 1) });
    load.average = 0;
    await keepRun(known, { ...run, processor });
    expect((await nodePaces()).write).toBeCloseTo(1, 1);
  });

  it('stay unknown without a word where the folder cannot be written', async () => {
    const file = join(folder, 'no-folder');
    await writeFile(file, '');
    vi.stubEnv('SUBRAY_CACHE', file);
    await keepRun(await survey(), SLOW);
    expect(await nodePaces()).toEqual(UNKNOWN_PACES);
  });
});
