import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { joinCampaign, runCampaign, splitIntoPieces } from '../../src/campaign/node-campaign.js';
import type { SplitOptions } from '../../src/campaign/pieces/split-survey.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { runSurvey } from '../../src/simulation/run-survey.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { tasksIn } from './campaign-folder.js';

/** Two legs of a moving platform with two scanners, noise of all kinds, and all fields: 12 pieces at the most. */
const SURVEY = {
  name: 'strip',
  seed: 5,
  scene: {
    parts: [{ name: 'ground', generate: { kind: 'terrain', seed: 1, triangles: 2000, extent: 80 } }],
    labels: [{ match: 'ground*', class: 'ground' }],
  },
  scanners: [
    { name: 'left', scanner: 'velodyne-vlp-16', mount: { position: [-0.5, 0, 0] } },
    { name: 'right', scanner: 'velodyne-vlp-16', mount: { position: [0.5, 0, 0], roll: 20 } },
  ],
  legs: [
    { name: 'out', from: [-8, 0, 2], to: [-7.7, 0.1, 2], speed: 9 },
    { name: 'home', from: [4, 3, 2], to: [4.2, 3, 2], speed: 5, startTime: 100 },
  ],
  poseError: {
    attitude: { roll: { white: 0.05 }, pitch: { gaussMarkov: { sigma: 0.1, time: 1 } } },
    position: { vertical: { randomWalk: 0.02 } },
  },
  jitter: { attitude: { x: { sigma: 0.01, hold: 10 } } },
  footprint: { pattern: 'disc', subrays: 4, weights: 'gaussian' },
  output: [{ file: 'cloud.las', fields: 'all' }],
};

const OPTIONS = { threads: 1, cache: false };

let place: string;
let cuts = 0;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'subray-pieces-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function write(survey: object, name = 'survey.yaml'): string {
  const file = join(place, name);
  writeFileSync(file, stringify(survey));
  return file;
}

async function split(survey: object, options: Partial<SplitOptions>): Promise<string> {
  const folder = join(place, `cut-${cuts++}`);
  await splitIntoPieces(write(survey), { folder, ...options });
  return folder;
}

/** The files of the whole survey. */
async function runWhole(survey: object): Promise<{ cloud: Buffer; labels: Buffer }> {
  const folder = join(place, `whole-${cuts++}`);
  const loaded = await loadSurvey(write(survey), { files: nodeFiles, outputFolder: folder });
  await runSurvey(loaded, { machine: nodeMachine, engine: 'cpu', ...OPTIONS });
  return { cloud: readFileSync(join(folder, 'cloud.las')), labels: readFileSync(join(folder, 'cloud.labels.json')) };
}

describe('the pieces of a survey', () => {
  let whole: { cloud: Buffer; labels: Buffer };
  beforeAll(async () => {
    whole = await runWhole(SURVEY);
    expect(whole.cloud.length).toBeGreaterThan(100_000);
  });

  it.each([
    [{ pieces: 1 }, 4],
    [{ pieces: 8 }, 8],
    [{ pulses: 1 }, 12],
  ])('of %o join to the file of the whole', async (cut, count) => {
    const folder = await split(SURVEY, cut);
    expect(tasksIn(folder)).toHaveLength(count);
    for (const shard of ['1/2', '0/2']) await runCampaign(folder, { ...OPTIONS, shard });
    const out = join(folder, 'joined.las');
    await joinCampaign(folder, out);
    expect(readFileSync(out).equals(whole.cloud)).toBe(true);
    expect(readFileSync(join(folder, 'joined.labels.json')).equals(whole.labels)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(
      ['joined.labels.json', 'joined.las', 'log', 'plan.json', 'plan.jsonl', 'tasks'].sort(),
    );
  });
});
