// Campaigns: small surveys of one scene in one process beside the time that each takes alone, plans of many draws, the
// status of as many tasks, and labelled frames an hour.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordInputs } from '../dist/base/files/record-inputs.js';
import { objectDocument } from '../dist/base/yaml/source-document.js';
import { planCampaign, runCampaign, statusOfCampaign } from '../dist/campaign/node-campaign.js';
import { taskFolder } from '../dist/campaign/run/task-folders.js';
import { nodeMachine } from '../dist/simulation/node-machine.js';
import { runSurvey } from '../dist/simulation/run-survey.js';
import { loadDocument } from '../dist/survey/load-document.js';

export const options = {
  parts: { type: 'string', default: 'surveys,draws,status,frames' },
  surveys: { type: 'string', default: '200' },
  draws: { type: 'string', default: '100000' },
  frames: { type: 'string', default: '40' },
  /** Triangles of the streets that are driven along; the small surveys have 0.12 times as many. */
  triangles: { type: 'string', default: '500000' },
  threads: { type: 'string', default: '2' },
};

const STREET = (triangles) => ({ parts: [{ name: 'street', generate: { kind: 'street', seed: 11, triangles } }] });
const SMALL = (triangles) => ({
  scene: STREET(Math.ceil(triangles * 0.12)),
  scanner: 'velodyne-vlp-16',
  legs: [{ name: 'stand', position: [0, 0, 1.9], duration: 0.2 }],
  footprint: { pattern: 'disc', subrays: 7, weights: 'gaussian' },
  output: ['cloud.las'],
});
const STANDS = {
  variables: { x: { uniform: [-5, 5] }, height: { normal: [1.9, 0.1], clip: [1.6, 2.3] } },
  set: { '/legs/0/position': ['$x', 0, '$height'] },
};
/** A drive through a town, for as many frames, ten a second. */
const DRIVE = (triangles, frames) => ({
  scene: STREET(triangles),
  scanner: 'velodyne-hdl-64e',
  legs: [{ name: 'drive', from: [0, -20, 1.9], to: [0, frames - 20, 1.9], speed: 10 }],
  footprint: { pattern: 'disc', subrays: 7, weights: 'gaussian' },
  frames: { dataset: 'semantic-kitti', folder: 'frames' },
});
/** Most frames of a drive. */
const FRAMES_A_DRIVE = 10;
const TOWNS = { variables: { town: { seed: {} } }, set: { '/scene/parts/0/generate/seed': '$town' } };

const PARTS = { surveys, draws, status, frames };

export async function run({ parts, ...counts }) {
  const result = { threads: Number(counts.threads) };
  for (const part of parts.split(',')) {
    const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
    try {
      result[part] = await PARTS[part](folder, {
        surveys: Number(counts.surveys),
        draws: Number(counts.draws),
        frames: Number(counts.frames),
        triangles: Number(counts.triangles),
        threads: Number(counts.threads),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return result;
}

async function surveys(folder, { surveys: count, triangles, threads }) {
  const tasks = await planned(folder, SMALL(triangles), { count, ...STANDS });
  const alone = { simulate: 0, write: 0, total: 0 };
  for (const { survey } of tasks) {
    const { seconds } = await runAlone(survey, join(folder, 'alone'), threads);
    for (const name of Object.keys(alone)) alone[name] += seconds[name];
  }
  const { seconds, done } = await runCampaign(join(folder, 'out'), { threads, cache: false });
  const ratio = seconds / (alone.simulate + alone.write);
  return { surveys: done, seconds, alone, ratio };
}

async function runAlone(survey, folder, threads) {
  const files = recordInputs(nodeMachine.files);
  const loaded = await loadDocument(objectDocument(survey, 'survey'), join(folder, 'survey.yaml'), { files });
  return runSurvey(loaded, { machine: nodeMachine, engine: 'cpu', threads, cache: false, force: true });
}

async function draws(folder, { draws: count, triangles, threads }) {
  const started = performance.now();
  await planned(folder, SMALL(triangles), { count, ...STANDS }, threads);
  return { draws: count, seconds: (performance.now() - started) / 1000 };
}

async function status(folder, { draws: count, triangles, threads }) {
  const tasks = await planned(folder, SMALL(triangles), { count, ...STANDS }, threads);
  for (const { id } of tasks) finish(join(folder, 'out'), id);
  const started = performance.now();
  const { done } = await statusOfCampaign(join(folder, 'out'));
  return { tasks: count, done, seconds: (performance.now() - started) / 1000 };
}

/** A task as if it were done, with two files. */
function finish(folder, id) {
  const own = taskFolder(folder, id);
  mkdirSync(own, { recursive: true });
  const files = ['cloud.las', 'cloud.labels.json'].map((name) => ({ name, bytes: 4, sha256: '0'.repeat(64) }));
  for (const { name } of files) writeFileSync(join(own, name), 'LASF');
  writeFileSync(join(own, 'task.json'), JSON.stringify({ id, points: 1, pulses: 1, files }));
}

async function frames(folder, { frames: wanted, triangles, threads }) {
  const framesEach = Math.min(wanted, FRAMES_A_DRIVE);
  const count = Math.ceil(wanted / framesEach);
  await planned(folder, DRIVE(triangles, framesEach), { count, ...TOWNS });
  const { seconds, points } = await runCampaign(join(folder, 'out'), { threads, cache: false });
  const made = count * framesEach;
  return { frames: made, points, seconds, framesPerHour: (made / seconds) * 3600 };
}

/** The tasks of a campaign, planned into `out`. */
async function planned(folder, base, campaign, threads) {
  writeFileSync(join(folder, 'base.yaml'), JSON.stringify(base));
  const file = join(folder, 'campaign.yaml');
  writeFileSync(file, JSON.stringify({ campaign: 'bench', seed: 7, survey: 'base.yaml', ...campaign }));
  const out = join(folder, 'out');
  await planCampaign(file, { folder: out, threads });
  const lines = readFileSync(join(out, 'plan.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

export function print({ surveys, draws, status, frames }) {
  const s = (seconds) => `${seconds.toFixed(1)} s`;
  if (surveys)
    console.log(
      `${surveys.surveys} surveys of one scene in ${s(surveys.seconds)}; alone ${s(surveys.alone.total)}, of which simulate ${s(surveys.alone.simulate)}, write ${s(surveys.alone.write)}: ratio ${surveys.ratio.toFixed(2)}`,
    );
  if (draws) console.log(`${draws.draws} draws planned in ${s(draws.seconds)}`);
  if (status) console.log(`status of ${status.tasks} tasks in ${s(status.seconds)}`);
  if (frames)
    console.log(
      `${frames.frames} frames in ${s(frames.seconds)}: ${frames.framesPerHour.toFixed(0)} an hour, ${Math.round(frames.points / frames.frames)} points each`,
    );
}
