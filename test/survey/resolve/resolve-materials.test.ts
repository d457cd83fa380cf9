import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { surveyText, writeSurvey } from '../survey-file.js';

const MATERIAL = `id: chalk
name: chalk of a cliff
source: made up
scattering: { model: minnaert, reflectance: 0.8, exponent: 0.9 }
`;

/** A survey with these lines in its scene, beside a folder `mine` with the material chalk and one that is broken. */
async function surveyWith(lines: string): Promise<string> {
  const scene = `scene:\n  parts: [ { generate: { kind: room } } ]\n${lines.replace(/^/gm, '  ')}`;
  const file = await writeSurvey(surveyText({ scene }));
  const folder = join(dirname(file), 'mine');
  await mkdir(folder);
  await writeFile(join(folder, 'chalk.yaml'), MATERIAL);
  await writeFile(
    join(dirname(file), 'broken.yaml'),
    'id: broken\nname: Broken\nsource: none\nscattering: { model: lambert, reflectance: 2 }\n',
  );
  await mkdir(join(dirname(file), 'worse'));
  await writeFile(join(dirname(file), 'worse/a.yaml'), MATERIAL.replace('0.8', '8').replace('chalk of', '3 # of'));
  await writeFile(join(dirname(file), 'worse/b.yaml'), MATERIAL.replace('source', 'sauce'));
  return file;
}

const load = async (lines: string) => (await loadSurvey(await surveyWith(lines))).scene;

async function faultOf(lines: string): Promise<string> {
  const file = await surveyWith(lines);
  const error = await loadSurvey(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error('a UserError was expected');
  return error.format().replaceAll(dirname(file), '');
}

const CHALK = { model: 'minnaert', reflectance: 0.8, exponent: 0.9 };

describe('scene.materials', () => {
  it('takes a reflectance as that of an even surface', async () => {
    const [material] = (await load('materials: { wall: { reflectance: 0.3, baseColor: [1, 0, 0] } }')).materials;
    expect(material).toMatchObject({
      name: 'wall',
      scattering: { model: 'lambert', reflectance: 0.3 },
      baseColor: [1, 0, 0, 1],
      place: { line: 3 },
    });
  });

  it('takes a texture as relative reflectance, beside a material or alone', async () => {
    const { materials } = await load(
      'materials: { atlas: { use: brick, reflectance: texture }, own: { reflectance: texture } }',
    );
    expect(materials[0]).toMatchObject({ name: 'atlas', use: 'brick', relativeReflectance: true });
    expect(materials[0].scattering?.model).toBe('oren-nayar');
    expect(materials[1]).toMatchObject({ name: 'own', relativeReflectance: true });
    expect(materials[1].scattering).toBeUndefined();
  });

  it('names classes of its own, and those of generated parts', async () => {
    const scene = await load('classes: { crane: 70, tram: 64 }\nlabels: [ { part: "roo*", class: crane } ]');
    expect(scene.classNames).toEqual({ 64: 'tram', 65: 'Person', 66: 'City furniture', 67: 'Furniture', 70: 'crane' });
    expect(scene.labels[0]).toMatchObject({ match: '*', part: 'roo*', classification: 70 });
    expect(scene.labels.slice(1).every(({ builtIn }) => builtIn)).toBe(true);
  });

  it('takes a model in its own units', async () => {
    const scattering =
      '{ model: oren-nayar, reflectance: { wavelengths: [900, 1100], values: [0.2, 0.4] }, roughness: 30 }';
    const [material] = (await load(`materials: { wall: { scattering: ${scattering} } }`)).materials;
    expect(material.scattering).toEqual({
      model: 'oren-nayar',
      reflectance: { wavelengthsNm: [900, 1100], values: [0.2, 0.4] },
      roughness: Math.PI / 6,
    });
  });

  it('takes a material of a folder by its id, and a file by its path', async () => {
    const byId = await load('materialFolders: [mine]\nmaterials: { wall: { use: chalk } }');
    expect(byId.materials[0]).toMatchObject({ scattering: CHALK, use: 'chalk' });
    expect(byId.materialFolders).toEqual([expect.stringMatching(/\/mine$/)]);
    const [byPath] = (await load('materials: { wall: { use: mine/chalk.yaml } }')).materials;
    expect(byPath).toMatchObject({ scattering: CHALK, use: expect.stringMatching(/^\/.*\/mine\/chalk\.yaml$/) });
  });

  it('lets a material say only its colour', async () => {
    const [material] = (await load('materials: { wall: { baseColor: [0, 0, 0] } }')).materials;
    expect(material.scattering).toBeUndefined();
  });

  it.each([
    [
      'two ways to scatter',
      'materials: { wall: { reflectance: 0.3, use: chalk } }',
      '/survey.yaml:3:47: scene.materials.wall.use: found "chalk", expected one of reflectance, use and scattering',
    ],
    [
      'a colour of two channels',
      'materials: { wall: { baseColor: [1, 0] } }',
      'scene.materials.wall.baseColor: found a list of 2, expected a list of 3 or 4 numbers from 0 to 1',
    ],
    [
      'an unknown id',
      'materialFolders: [mine]\nmaterials: { wall: { use: chak } }',
      'scene.materials.wall.use: found "chak", expected the id of a material or a path to a .yaml file; did you mean "chalk"',
    ],
    [
      'a folder that is nowhere',
      'materialFolders: [yours]',
      '/survey.yaml:3:21: scene.materialFolders[0]: found "yours", expected a folder of material files (/yours: cannot read',
    ],
    [
      'a file that is nowhere',
      'materials: { wall: { use: no.yaml } }',
      'scene.materials.wall.use: found "no.yaml", expected a material file (/no.yaml: cannot read the file: it does not exist)',
    ],
    [
      'a table that is nowhere',
      'materials: { wall: { scattering: { model: measured, wavelengths: [905], table: no.npy } } }',
      'scene.materials.wall.scattering: found a map, expected a usable table (/no.npy: cannot read the file',
    ],
    [
      'a model that is none',
      'materials: { wall: { scattering: { model: phong } } }',
      'scene.materials.wall.scattering',
    ],
  ])('refuses %s', async (_, lines, message) => {
    expect(await faultOf(lines)).toContain(message);
  });

  it('says what is wrong with a material file', async () => {
    const fault = await faultOf('materials: { wall: { use: broken.yaml } }');
    expect(fault).toContain('scene.materials.wall.use: found "broken.yaml", expected a material file (/broken.yaml:4:');
    expect(fault).toContain('reflectance: found 2, expected a number >= 0 and <= 1');
  });
});

describe('several faults of material files', () => {
  it('are listed at once, each at its place, beside those of the survey', async () => {
    const fault = await faultOf(
      'materials: { wall: { use: worse/a.yaml }, floor: { use: worse/a.yaml }, roof: { reflectance: 7 } }',
    );
    expect(fault).toMatch(
      /^\/survey\.yaml: 3 faults\n {2}\/survey\.yaml:3:\d+: scene\.materials\.roof\.reflectance: found 7/,
    );
    expect(fault).toMatch(/\n {2}\/worse\/a\.yaml:2:7: name: found 3, expected/);
    expect(fault).toMatch(/\n {2}\/worse\/a\.yaml:4:\d+: scattering\.reflectance: found 8, expected/);
  });

  it('are listed for all files of a folder', async () => {
    const fault = await faultOf('materialFolders: [worse]');
    expect(fault).toMatch(/^\/worse\/a\.yaml: 4 faults\n/);
    expect(fault).toMatch(/\n {2}\/worse\/a\.yaml:2:7: name: .*\n {2}\/worse\/a\.yaml:4:\d+: .*/);
    expect(fault).toMatch(
      /\n {2}\/worse\/b\.yaml:\d+:\d+: (sauce: unknown key; did you mean "source"|source: missing)/,
    );
  });
});

describe('radiometry', () => {
  const radiometryOf = async (line: string) =>
    (await loadSurvey(await writeSurvey(surveyText({ radiometry: line })))).radiometry;

  it('has defaults, as a whole and key by key', async () => {
    const defaults = { interpolation: 'hermite', strict: false, scattering: 'brdf' };
    expect(await radiometryOf('')).toEqual(defaults);
    expect(await radiometryOf('radiometry: { strict: true, scattering: lambert }')).toEqual({
      ...defaults,
      strict: true,
      scattering: 'lambert',
    });
  });
});
