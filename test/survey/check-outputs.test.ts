import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { runSurvey } from '../../src/node-scans.js';
import { createSurvey, loadSurvey } from '../../src/node-surveys.js';
import { checkSurvey } from '../../src/survey/check.js';
import { surveyInputs } from '../../src/survey/check-outputs.js';
import { surveyText, writeSurvey } from './survey-file.js';

/** A survey that reads a file of every kind, in a folder of its own. */
const INPUTS: Readonly<Record<string, string>> = {
  'wall.obj': 'mtllib wall.mtl\nv -5 5 0\nv 5 5 0\nv 5 5 4\nusemtl m\nf 1 2 3\n',
  'wall.mtl': 'newmtl m\nmap_Kd wall.png\n',
  'posts.csv': 'x,y,z\n0,1,0\n',
  'swing.csv': 'time,azimuth,elevation\n0,-30,5\n0.01,30,5\n',
  'way.csv': 'time,x,y,z,heading,pitch,roll\n0,0,0,1.5,0,0,0\n1,0.5,0,1.5,5,0,0\n',
  'crs.wkt': 'EPSG:32633\n',
  'lime.yaml': 'id: lime\nname: lime\nsource: a test\nscattering: { model: lambert, reflectance: 0.3 }\n',
};
const SECTIONS = {
  scene: 'scene: { parts: [ { name: w, file: wall.obj, instances: { csv: posts.csv } } ], materials: { m: { use: ./lime.yaml } } }',
  scanner:
    'scanner: { name: p, wavelength: 905, detection: { rangeMin: 0.5, rangeMax: 100, maxReturns: 1, rangeNoise: 0.01 }, deflector: { kind: pattern, pulseRate: 500, file: swing.csv } }',
  legs: 'legs: [ { trajectory: { file: way.csv } } ]\ncrs: { file: crs.wkt }',
}; // biome-ignore format: long lines

async function folderWith(output: string): Promise<string> {
  const file = await writeSurvey(surveyText({ ...SECTIONS, output: `output: ${output}` }));
  for (const [name, text] of Object.entries(INPUTS)) writeFileSync(join(dirname(file), name), text);
  return file;
}

const load = (file: string) => loadSurvey(file, { outputFolder: dirname(file) });
const check = async (file: string, force = true) => checkSurvey(await load(file), { files: nodeFiles, force });

describe('the check of outputs and inputs', () => {
  it('knows all files that a survey reads before its scene', async () => {
    const file = await folderWith('[ o.las ]');
    const names = surveyInputs(await load(file)).map((path) => path.slice(dirname(file).length + 1));
    for (const name of Object.keys(INPUTS)) if (!/\.mtl$|lime/.test(name)) expect(names).toContain(name);
    expect(names).toContain('survey.yaml');
  });

  it.each(['way.csv', 'swing.csv', 'posts.csv'])('refuses to write over %s, with --force too', async (name) => {
    const file = await folderWith(`[ ${name} ]`);
    await expect(check(file)).rejects.toThrow(`${name}" is a file that the survey reads`);
    await expect(runSurvey(await load(file), { force: true, cache: false })).rejects.toThrow('that the survey reads');
    expect(readFileSync(join(dirname(file), name), 'utf8')).toBe(INPUTS[name]);
  });

  it.runIf(process.platform !== 'win32').each([
    ['a link', (folder: string) => symlinkSync('way.csv', join(folder, 'o.csv')), 'o.csv'],
    ['a hard link', (folder: string) => linkSync(join(folder, 'way.csv'), join(folder, 'o.csv')), 'o.csv'],
    ['a folder that is a link', (folder: string) => symlinkSync('.', join(folder, 'here')), 'here/way.csv'],
  ])('refuses it through %s, and names both', async (_name, make, output) => {
    const file = await folderWith(`[ ${output} ]`);
    make(dirname(file));
    await expect(check(file)).rejects.toThrow(
      new RegExp(`output ".*${output}" is the same file as ".*way\\.csv", which the survey reads`),
    );
  });

  it.runIf(process.platform !== 'win32')('refuses two outputs in one file, by whatever names', async () => {
    const file = await folderWith('[ d.las, here/d.las ]');
    symlinkSync('.', join(dirname(file), 'here'));
    await expect(check(file)).rejects.toThrow(/output ".*here\/d\.las" is the same file as output ".*d\.las"/);
  });

  it.each([
    ['pulses: c.csv', 'pulses'],
    ['trajectories: { file: c.csv }', 'trajectory'],
  ])('refuses %s at the path of a cloud, which nothing reads', async (key, shown) => {
    await expect(check(await folderWith(`[ c.csv ]\n${key}`))).rejects.toThrow(
      new RegExp(`${shown} "(.*c\\.csv)" has the same path as output "\\1", expected a path of its own`),
    );
  });

  it.runIf(process.platform !== 'win32')('refuses files that the scene turns out to read', async () => {
    for (const [link, target] of [['o.labels.json', 'wall.mtl'], ['o.las', 'lime.yaml']]) {
      const file = await folderWith('[ o.las ]');
      symlinkSync(target, join(dirname(file), link));
      const running = runSurvey(await load(file), { force: true, cache: false, engine: 'cpu' });
      await expect(running).rejects.toThrow(new RegExp(`is the same file as ".*${target}", which the survey reads`));
      expect(readFileSync(join(dirname(file), target), 'utf8')).toBe(INPUTS[target]);
    } // biome-ignore format: pairs
  });

  it.runIf(process.platform !== 'win32')('refuses a frame that is a link to an input', async () => {
    const file = await folderWith('[ o.las ]\nframes: { file: f%d.pcd, by: seconds, duration: 0.5 }');
    symlinkSync('way.csv', join(dirname(file), 'f1.pcd'));
    const running = runSurvey(await load(file), { force: true, cache: false, engine: 'cpu' });
    await expect(running).rejects.toThrow(/f1\.pcd.*|which the survey reads/);
    expect(readFileSync(join(dirname(file), 'way.csv'), 'utf8')).toBe(INPUTS['way.csv']);
    expect(existsSync(join(dirname(file), 'o.las'))).toBe(false);
  });

  it('knows the files of a survey in memory', async () => {
    const folder = dirname(await folderWith('[]'));
    const survey = await createSurvey(
      {
        scene: { parts: [{ file: join(folder, 'wall.obj') }] },
        scanner: 'velodyne-vlp-16',
        legs: [{ trajectory: { file: join(folder, 'way.csv') } }],
        output: [join(folder, 'way.csv')],
      },
      { name: 'mine' },
    );
    await expect(checkSurvey(survey, { files: nodeFiles, force: true })).rejects.toThrow('that the survey reads');
  });
});

describe('crs', () => {
  it.each(['', '  \n'])('is refused from a file without text: "%s"', async (text) => {
    const file = await folderWith('[ o.las ]');
    writeFileSync(join(dirname(file), 'crs.wkt'), text);
    await expect(load(file)).rejects.toThrow(/crs/);
  });
});
