import { describe, expect, it } from 'vitest';
import type { CataloguedMaterial } from '../../../src/material/file/resolve-material.js';
import type { Scattering } from '../../../src/material/scattering.js';
import { type MaterialContext, SceneMaterials } from '../../../src/scene/materials/scene-materials.js';
import type { Material } from '../../../src/scene/model.js';
import type { LabelRule } from '../../../src/scene/scene-description.js';

const lambert = (reflectance: number): Scattering => ({ model: 'lambert', reflectance });
const place = { file: 'survey.yaml', line: 4 };

const catalogued = (id: string, reflectance: number, words: string[] = []): CataloguedMaterial => ({
  id,
  name: id,
  words,
  scattering: lambert(reflectance),
  source: 'made up',
});
const CATALOGUE = [catalogued('brick', 0.2, ['brick', 'ziegel*']), catalogued('slate', 0.1)];

function start(context: Partial<MaterialContext> = {}) {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  const materials = new SceneMaterials({ descriptions: [], files: [], catalogue: CATALOGUE, log, ...context });
  return { materials, warnings };
}

const file = (rest: Partial<Material> = {}): Material => ({ name: 'm', baseColor: [0, 1, 0, 1], ...rest });
const rule = (material: string): LabelRule => ({ match: `all ${material}`, on: 'any', material, place });

/** Reflectance and reason of the material that a file's becomes. */
function chosen(material: Material, context: Partial<MaterialContext> = {}, by?: LabelRule) {
  const { materials } = start(context);
  return materials.list[materials.index(material, by)];
}

describe('SceneMaterials', () => {
  const description = { name: 'brick', scattering: lambert(0.9), use: 'chalk', place };
  const gloss = { specular: { color: [1, 1, 1], exponent: 3 } } as const;
  const known = { name: 'brick', reflectance: 0.3, spectrum: 'slate', ...gloss };

  it.each<[string, Material, Partial<MaterialContext>, Scattering | string, object]>([
    ['the survey', file(known), { descriptions: [description] }, lambert(0.9), { kind: 'survey', use: 'chalk' }],
    ['the file’s reflectance', file(known), {}, lambert(0.3), { kind: 'reflectance' }],
    ['a spectrum', file({ ...known, reflectance: undefined }), {}, lambert(0.1), { kind: 'spectrum', id: 'slate' }],
    ['words', file({ name: 'ziegelwand', ...gloss }), {}, lambert(0.2), { kind: 'words', id: 'brick' }],
    ['gloss', file(gloss), {}, 'blinn-phong', { kind: 'specular' }],
    ['colour', file(), {}, lambert(0.7152), { kind: 'luminance' }],
    [
      'the survey’s colour',
      file(),
      { descriptions: [{ name: 'm', baseColor: [0, 0, 0, 1], place }] },
      lambert(0),
      { kind: 'luminance' },
    ],
    ['nothing', file({ baseColor: [0.5, 0.5, 0.5, 1] }), {}, 'lambert', { kind: 'grey' }],
  ])('decides by %s, and says so', (_, material, context, scattering, reason) => {
    const found = chosen(material, context);
    expect(found.reason).toEqual(reason);
    if (typeof scattering === 'string') expect(found.scattering.model).toBe(scattering);
    else expect(found.scattering).toEqual(scattering);
  });

  it.each<[string, string, Partial<MaterialContext>, object]>([
    ['the survey’s', 'brick', { descriptions: [description], files: [file(known)] }, { kind: 'survey', use: 'chalk' }],
    ['a file’s', 'brick', { files: [file(known)] }, { kind: 'reflectance' }],
    ['the catalogue’s', 'brick', {}, { kind: 'catalogue', id: 'brick' }],
    ['what its words mean', 'old_ziegel', {}, { kind: 'words', id: 'brick' }],
  ])('puts %s material in place by a label', (_, name, context, reason) => {
    expect(chosen(file({ name: 'wall' }), context, rule(name))).toMatchObject({
      name,
      reason,
      labels: [`all ${name}`],
    });
  });

  it('keeps each material once, whatever led to it', () => {
    const { materials } = start();
    const [brick, wall] = [file({ name: 'brick' }), file({ name: 'wall' })];
    const all = [brick, { ...brick }, wall].map((material) => materials.index(material, undefined));
    expect(all).toEqual([0, 0, 1]);
    expect(materials.index(wall, undefined)).toBe(1);
    expect(materials.list.map(({ name }) => name)).toEqual(['brick', 'wall']);
  });

  it('tells tables apart by their array', () => {
    const { materials } = start();
    const table = (values: Float32Array): Scattering => ({
      model: 'measured',
      table: { wavelengthsNm: [905], phiCount: 1, thetaCount: 2, values },
    });
    const [one, other] = [new Float32Array(2), new Float32Array(2)];
    const indices = [one, other, one].map((values) =>
      materials.add({ name: 'm', baseColor: [1, 1, 1, 1] }, { scattering: table(values), reason: { kind: 'object' } }),
    );
    expect(indices).toEqual([0, 1, 0]);
  });

  it('warns once of a spectrum that is nowhere, and goes on', () => {
    const { materials, warnings } = start();
    const lost = file({ spectrum: 'kryptonite' });
    for (const name of ['a', 'b']) materials.index({ ...lost, name }, undefined);
    expect(warnings).toEqual([
      'material a: there is no spectrum "kryptonite"; put it into a folder of scene.materialFolders (a survey in XML: into DIR/spectra, with --assets DIR)',
    ]);
    expect(materials.list[0].reason).toEqual({ kind: 'luminance' });
  });

  it('warns of a spectrum of HELIOS++ that only the catalogue has, since the material does not get that one', () => {
    const { materials, warnings } = start();
    const plain = { diffuse: 1, specular: 0, exponent: 10, isLast: false };
    materials.index(file({ spectrum: 'slate', plain }), undefined);
    expect(materials.list[0].reason).toEqual({ kind: 'assumed' });
    expect(warnings).toEqual([expect.stringContaining('there is no spectrum "slate"')]);
  });

  it('refuses a label whose material is nowhere', () => {
    expect(() => chosen(file(), { files: [file()] }, rule('unobtainium'))).toThrow(
      'no material is called "unobtainium"; known are m',
    );
  });

  it('warns of entries of the survey that no surface has', () => {
    const descriptions = ['m', 'asphlat', 'slate'].map((name) => ({ name, scattering: lambert(0.5), place }));
    const { materials, warnings } = start({ descriptions });
    materials.index(file(), undefined);
    materials.index(file({ name: 'x' }), rule('slate'));
    materials.warnOfUnused();
    expect(warnings).toEqual([
      'survey.yaml:4: no surface has the material "asphlat"; subray material assign lists those that are there',
    ]);
  });
});
