import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { loadSurvey } from '../../src/node-surveys.js';

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A folder of its own, removed after the tests of the file. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'subray-survey-'));
  folders.push(folder);
  return folder;
}

/** A survey with required keys only, as lines of YAML by section. */
export const MINIMAL: Readonly<Record<string, string>> = {
  scene: 'scene: { parts: [ { generate: { kind: room } } ] }',
  scanner: 'scanner: velodyne-vlp-16',
  legs: 'legs: [ { position: [0, 0, 1.7] } ]',
  output: 'output: [ cloud.las ]',
};

/** The minimal survey with some sections replaced; an empty text leaves one out. */
export function surveyText(sections: Readonly<Record<string, string>> = {}): string {
  return Object.values({ ...MINIMAL, ...sections })
    .filter((text) => text !== '')
    .join('\n');
}

/** Writes `content` to survey.yaml in a folder of its own and returns its path. */
export async function writeSurvey(content: string | Uint8Array, name = 'survey.yaml'): Promise<string> {
  const file = join(await makeFolder(), name);
  await writeFile(file, content);
  return file;
}

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

/**
 * The message of the UserError that loading `content`, beside the models a.obj, b.obj and a.vox, ends with, folders cut
 * off; fails if it loads.
 */
export async function loadFailure(content: string | Uint8Array): Promise<string> {
  const file = await writeSurvey(content);
  for (const model of ['a.obj', 'b.obj', 'a.vox']) await writeFile(join(dirname(file), model), TRIANGLE);
  try {
    await loadSurvey(file);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.format().replaceAll(file, 'survey.yaml');
  }
  throw new Error('the survey was loaded, an error was expected');
}
