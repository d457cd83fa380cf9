import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { checkSurvey } from '../../src/survey/check.js';
import { surveyText, writeSurvey } from './survey-file.js';

interface Setting {
  sections?: Record<string, string>;
  /** Content of files beside the survey. */
  files?: Record<string, string>;
  force?: boolean;
}

/** The message that the check of a survey ends with, its folder cut off; '' if it passes. */
async function check({ sections = {}, files = {}, force }: Setting): Promise<string> {
  const file = await writeSurvey(surveyText(sections));
  const folder = dirname(file);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await mkdir(join(folder, 'folder.obj'));
  const survey = await loadSurvey(file, { outputFolder: folder });
  try {
    await checkSurvey(survey, { files: nodeFiles, force });
    return '';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.format().replaceAll(`${folder}/`, '');
  }
}

const file = (path: string) => ({ scene: `scene: { parts: [ { name: p, file: ${path} } ] }` });
const table = { scene: 'scene: { parts: [ { name: p, file: a.obj, instances: { csv: t.csv } } ] }' };

describe('check of a survey', () => {
  it.each<[string, Setting, string]>([
    ['all is well', { sections: file('a.obj'), files: { 'a.obj': 'v' } }, ''],
    [
      'missing model',
      { sections: file('a.obj') },
      'survey.yaml:1:36: part "p": cannot read "a.obj": it does not exist',
    ],
    [
      'empty model',
      { sections: file('a.obj'), files: { 'a.obj': '' } },
      'survey.yaml:1:36: part "p": cannot read "a.obj": it is empty',
    ],
    [
      'folder for a model',
      { sections: file('folder.obj') },
      'survey.yaml:1:36: part "p": cannot read "folder.obj": it is a folder',
    ],
    [
      'unknown kind of model',
      { sections: file('a.fbx'), files: { 'a.fbx': 'x' } },
      'survey.yaml:1:36: "a.fbx": an Autodesk FBX file; expected a model that ends in .asc, .city.json, .glb, .gltf, .json, .jsonl, .obj, .off, .ply, .stl, .tif, .tiff, .vox, .vrt; Open it in Blender and export it as glTF (.glb).',
    ],
    ['good table', { sections: table, files: { 'a.obj': 'v', 't.csv': 'x,y\n1,2\n' } }, ''],
    [
      'table without y',
      { sections: table, files: { 'a.obj': 'v', 't.csv': 'x,z\n1,2\n' } },
      't.csv:1: the table has no column "y"',
    ],
    [
      'table with text',
      { sections: table, files: { 'a.obj': 'v', 't.csv': 'x,y\n1,2\n3,b\n' } },
      't.csv:3:3: y is "b"; it takes a number',
    ],
    ['table without rows', { sections: table, files: { 'a.obj': 'v', 't.csv': 'x,y\n' } }, ''],
    [
      'output exists',
      { files: { 'cloud.las': 'x' } },
      'survey.yaml:4:11: output "cloud.las": cannot write: the file exists; choose another name, or pass --force to replace it',
    ],
    ['output exists and may be replaced', { files: { 'cloud.las': 'x' }, force: true }, ''],
    ['output in a folder that is missing', { sections: { output: 'output: [ none/deep/cloud.las ]' } }, ''],
    [
      'output in a folder that is a file',
      { sections: { output: 'output: [ none/cloud.las ]' }, files: { none: 'x' } },
      'survey.yaml:4:11: output "none/cloud.las": cannot write: none is not a folder; check the path',
    ],
    [
      'labels exist',
      { files: { 'cloud.labels.json': '{}' } },
      'survey.yaml:4:11: labels "cloud.labels.json": cannot write: the file exists',
    ],
    ['labels exist and may be replaced', { files: { 'cloud.labels.json': '{}' }, force: true }, ''],
    [
      'output over an input',
      { sections: { ...file('a.ply'), output: 'output: [ a.ply ]' }, files: { 'a.ply': 'x' }, force: true },
      'output "a.ply" is a file that the survey reads',
    ],
    [
      'too many pulses',
      { sections: { legs: 'legs: [ { position: [0, 0, 1], duration: 1000000 } ]' } },
      'survey.yaml:3:9: leg 1: has 289351851856 pulses, at most 4294967295 are possible; split it',
    ],
  ])('%s', async (_name, setting, message) => {
    const found = await check(setting);
    if (message === '') expect(found).toBe('');
    else expect(found).toContain(message);
  });

  it('reads tables that gzip has compressed: instances, patterns, trajectories', async () => {
    const path = await writeSurvey(
      surveyText({
        scene: 'scene: { parts: [ { name: p, file: a.obj, instances: { csv: t.csv.gz } } ] }',
        scanner:
          'scanner: { name: mine, wavelength: 905, detection: { rangeMin: 1, rangeMax: 9, maxReturns: 1, rangeNoise: 0 }, ' +
          'deflector: { kind: pattern, pulseRate: 10, file: p.csv.gz } }',
        legs: 'legs: [ { trajectory: { file: w.csv.gz } } ]',
      }),
    );
    const pack = (name: string, text: string) => writeFile(join(dirname(path), name), gzipSync(text));
    await writeFile(join(dirname(path), 'a.obj'), 'v');
    await pack('t.csv.gz', 'x,y\n1,2\n');
    await pack('p.csv.gz', 'time,azimuth,elevation\n0,350,0\n0.1,10,0\n');
    await pack('w.csv.gz', 'time,x,y,z\n0,0,0,0\n5,9,0,0\n');
    const load = () => loadSurvey(path, { outputFolder: dirname(path) });
    await checkSurvey(await load(), { files: nodeFiles });
    await pack('t.csv.gz', 'x,y\n1,2\n3,b\n');
    await expect(checkSurvey(await load(), { files: nodeFiles })).rejects.toMatchObject({
      message: 'y is "b"; it takes a number',
      place: { file: join(dirname(path), 't.csv.gz'), line: 3 },
    });
    await pack('w.csv.gz', 'time,x,y,z\n0,0,0,0\n5,b,0,0\n');
    await expect(load()).rejects.toThrow('w.csv.gz:3');
    await pack('p.csv.gz', 'time,azimuth,elevation\n0,350,0\n0.1,b,0\n');
    await expect(load()).rejects.toThrow('p.csv.gz:3');
  });

  it('reports all faults together', async () => {
    const found = await check({
      sections: { ...file('a.obj'), output: 'output: [ cloud.las ]' },
      files: { 'cloud.las': '' },
    });
    expect(found.split('\n')).toHaveLength(3);
    expect(found).toMatch(/^survey\.yaml: 2 faults/);
  });

  it.skipIf(process.getuid?.() === 0)('refuses a model without permission (skipped for root)', async () => {
    const path = await writeSurvey(surveyText(file('a.obj')));
    const model = join(dirname(path), 'a.obj');
    await writeFile(model, 'v');
    await chmod(model, 0);
    await expect(checkSurvey(await loadSurvey(path), { files: nodeFiles })).rejects.toThrow('permission denied');
  });
});
