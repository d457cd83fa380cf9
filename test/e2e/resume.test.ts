import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inLong } from '../support/long-run.js';
import { testRandom } from '../support/random.js';
import { surveyText, workplace } from './subray.js';

const LIBRARY = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href;
const place = workplace();
place.write(
  'survey.yaml',
  surveyText({
    scene: '{ parts: [ { generate: { kind: terrain, triangles: 2000 } } ] }',
    scanner: 'velodyne-vlp-16',
    legs: '[ { position: [0, 0, 20], duration: 0.3 }, { position: [5, 0, 20], duration: 0.3 }, { position: [9, 0, 20], duration: 0.3 } ]',
    output: '[ cloud.las, cloud.csv ]',
  }),
);
// Keeps traced pulses so often that a second of work has many parts.
place.write(
  'run.mjs',
  `import { loadSurvey, runSurvey } from ${JSON.stringify(LIBRARY)};
  const survey = await loadSurvey('survey.yaml', { outputFolder: process.argv[2] });
  await runSurvey(survey, { engine: 'cpu', threads: 1, resume: { seconds: 0.02 } });`,
);

const PARTS = /^leg\d+-pulse\d+\.part$/;
const parts = (folder: string): string[] => {
  const path = join(place.path, folder, 'cloud.las.resume');
  return existsSync(path) ? readdirSync(path).filter((name) => PARTS.test(name)) : [];
};
const digestOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(place.path, name)))
    .digest('hex');
const digestsIn = (folder: string) => ['cloud.las', 'cloud.csv'].map((name) => digestOf(`${folder}/${name}`));
const OPTIONS = ['--engine', 'cpu', '--threads', '1', '--json'];

describe('a run with --resume', () => {
  it('goes on after kill -9 at random moments, and gives the same bytes', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = testRandom(seed);
    expect((await place.run('run', 'survey.yaml', '--out', 'whole', ...OPTIONS)).code).toBe(0);
    place.folder('killed');
    let killed = 0;
    const kills = inLong(4, 1);
    for (let k = 0; k < kills; k++) {
      const before = parts('killed').length;
      const child = spawn(process.execPath, ['run.mjs', 'killed'], { cwd: place.path, stdio: 'ignore' });
      const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, signal) => resolve(signal)));
      let running = true;
      void ended.then(() => {
        running = false;
      });
      while (running && parts('killed').length <= before) await wait(2);
      await wait(random() * 100);
      child.kill('SIGKILL');
      if ((await ended) !== 'SIGKILL') break;
      killed++;
      expect(parts('killed').length, `seed ${seed}`).toBeGreaterThan(before);
      expect(existsSync(join(place.path, 'killed/cloud.las'))).toBe(false);
    }
    expect(killed, `seed ${seed}`).toBeGreaterThan(0);
    const { code, stdout, stderr } = await place.run(
      'run',
      'survey.yaml',
      '--out',
      'killed',
      '--resume',
      ...OPTIONS,
      '--force',
    );
    expect([code, stderr.includes('damaged')], `seed ${seed}: ${stderr}`).toEqual([0, false]);
    if (killed === kills) expect(JSON.parse(stdout).resumed.pulses, `seed ${seed}`).toBeGreaterThan(0);
    expect(digestsIn('killed'), `seed ${seed}`).toEqual(digestsIn('whole'));
    expect(place.names('killed')).toEqual(['cloud.csv', 'cloud.labels.json', 'cloud.las']);
  });

  it.skipIf(process.platform === 'win32')('goes on after Ctrl-C (skipped on Windows: it has no signals)', async () => {
    place.write(
      'long.yaml',
      surveyText({
        scene: '{ parts: [ { generate: { kind: terrain, triangles: 2000 } } ] }',
        scanner: 'velodyne-vlp-16',
        legs: '[ { position: [0, 0, 20], duration: 1.5 } ]',
        output: '[ cloud.csv ]',
      }),
    );
    const run = (out: string, ...more: string[]) => place.start('run', 'long.yaml', '--out', out, ...OPTIONS, ...more);
    expect((await run('undisturbed').outcome).code).toBe(0);
    const stopped = run('stopped', '--resume');
    let running = true;
    void stopped.outcome.then(() => {
      running = false;
    });
    const folder = join(place.path, 'stopped/cloud.csv.resume');
    const begun = () => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('.leg'));
    while (running && !begun()) await wait(5);
    await wait(100);
    stopped.child.kill('SIGINT');
    const { code, stderr } = await stopped.outcome;
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /\nwarning: .*cloud\.csv\.resume keeps [\d,]+ of [\d,]+ pulses: the same command with --resume goes on from there\nsubray: stopped/,
    );
    expect(place.names('stopped')).toEqual(['cloud.csv.resume']);
    const resumed = await run('stopped', '--resume').outcome;
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(JSON.parse(resumed.stdout).resumed.pulses).toBeGreaterThan(0);
    expect(place.names('stopped')).toEqual(['cloud.csv', 'cloud.labels.json']);
    expect(digestOf('stopped/cloud.csv')).toBe(digestOf('undisturbed/cloud.csv'));
  });
});
