import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { materialSchema } from '../../../src/material/file/material-schema.js';
import { readMaterialFile } from '../../../src/material/file/node-read-material.js';
import { npyBytes } from '../../../src/material/file/npy.js';
import { resolveScattering, scatteringSchema } from '../../../src/material/scattering.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-material-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD = 'id: test\nname: Test\nsource: none\n';

function read(text: string) {
  const file = join(folder, 'test.yaml');
  writeFileSync(file, text);
  return readMaterialFile(file);
}

/** The message about a file, without its folder. */
function faultOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UserError) return error.format().replaceAll(`${folder}/`, '');
    throw error;
  }
  return 'no fault';
}

const scattering = (text: string) => read(`${HEAD}scattering: ${text}\n`).scattering;

describe('a material file', () => {
  it('gives angles in radians and spectra by wavelength', () => {
    expect(
      scattering('{ model: oren-nayar, reflectance: { wavelengths: [532, 905], values: [0.1, 0.2] }, roughness: 90 }'),
    ).toEqual({
      model: 'oren-nayar',
      reflectance: { wavelengthsNm: [532, 905], values: [0.1, 0.2] },
      roughness: Math.PI / 2,
    });
    expect(scattering('{ model: minnaert, reflectance: 0.3, exponent: 0.9 }')).toEqual({
      model: 'minnaert',
      reflectance: 0.3,
      exponent: 0.9,
    });
    expect(scattering('{ model: ward, diffuse: 0.1, specular: 0.2, roughness: [0.1, 0.3] }')).toEqual({
      model: 'ward',
      diffuse: 0.1,
      specular: 0.2,
      roughness: [0.1, 0.3],
    });
  });

  it('fills in what a facet model may leave out', () => {
    expect(scattering('{ model: cook-torrance, fresnel: 0.04, roughness: 0.2 }')).toEqual({
      model: 'cook-torrance',
      diffuse: 0,
      fresnel: 0.04,
      roughness: 0.2,
      distribution: 'beckmann',
    });
    expect(scattering('{ model: cook-torrance, index: { n: 1.5, k: 0 }, roughness: 0.2, distribution: ggx }')).toEqual({
      model: 'cook-torrance',
      diffuse: 0,
      fresnel: { n: 1.5, k: 0 },
      roughness: 0.2,
      distribution: 'ggx',
    });
  });

  it('keeps its source, its words and what passes through', () => {
    const text = `${HEAD}words: [oak*]\nlicence: CC0\nunchecked: |\n  all\ntransmittance: 0.4\nscattering: { model: lambert, reflectance: 0.5 }\n`;
    expect(read(text)).toEqual({
      id: 'test',
      name: 'Test',
      words: ['oak*'],
      source: 'none',
      licence: 'CC0',
      unchecked: 'all',
      transmittance: 0.4,
      scattering: { model: 'lambert', reflectance: 0.5 },
      file: join(folder, 'test.yaml'),
    });
  });

  it.each([
    [
      '{ model: lambert, reflectance: 1.2 }',
      'test.yaml:4:44: scattering.reflectance: found 1.2, expected a number >= 0 and <= 1',
    ],
    ['{ model: lambert, reflectance: -0.1 }', 'found -0.1, expected a number >= 0 and <= 1'],
    ['{ model: lambert, reflectance: .nan }', 'found NaN, expected a number, or a map'],
    ['{ model: phong, reflectance: 0.1 }', 'expected a map whose model is one of: lambert, oren-nayar'],
    [
      '{ model: lambert, reflectance: { wavelengths: [532, 905], values: [0.1] } }',
      'scattering.reflectance.values: found a list of 1, expected a list of 2, one value for each wavelength',
    ],
    [
      '{ model: lambert, reflectance: { wavelengths: [905, 532], values: [0.1, 0.2] } }',
      'expected wavelengths (nm) that rise from each to the next',
    ],
    [
      '{ model: lambert, reflectance: { wavelengths: [], values: [] } }',
      'scattering.reflectance.wavelengths: found an empty list',
    ],
    ['{ model: oren-nayar, reflectance: 0.1, roughness: 91 }', 'expected a number >= 0 and <= 90 (deg)'],
    [
      '{ model: minnaert, reflectance: 0.1, exponent: 0.4 }',
      'scattering.exponent: found 0.4, expected a number >= 0.5',
    ],
    [
      '{ model: blinn-phong, diffuse: 0.8, specular: 0.3, exponent: 10 }',
      'scattering.specular: found 0.3, expected diffuse and specular that are 1 at most together',
    ],
    [
      '{ model: ward, diffuse: { wavelengths: [500, 600], values: [0.2, 0.4] }, specular: { wavelengths: [550], values: [0.75] }, roughness: [0.1, 0.1] }',
      'expected diffuse and specular that are 1 at most together at 550 nm',
    ],
    [
      '{ model: cook-torrance, roughness: 0.1 }',
      'scattering.fresnel: missing, expected either fresnel, or index with n and k',
    ],
    [
      '{ model: cook-torrance, fresnel: 0.1, index: { n: 1.5, k: 0 }, roughness: 0.1 }',
      'expected either fresnel, or index with n and k',
    ],
    [
      '{ model: cook-torrance, fresnel: 0.1, roughness: 0 }',
      'scattering.roughness: found 0, expected a number >= 0.001',
    ],
    [
      '{ model: measured, wavelengths: [905] }',
      'scattering.angles: missing, expected a list of angles (deg), or table',
    ],
    [
      '{ model: measured, wavelengths: [905], angles: [0, 80], values: [[1, 2]] }',
      'expected angles (deg) that rise from 0 to 90',
    ],
    [
      '{ model: measured, wavelengths: [905], angles: [0, 90], values: [[1, 2], [1, 2]] }',
      'expected a list of 1, one curve for each wavelength',
    ],
    [
      '{ model: measured, wavelengths: [905], angles: [0, 90], values: [[1, 2, 3]] }',
      'scattering.values[0]: found a list of 3, expected a list of 2, one f_r for each angle',
    ],
    [
      '{ model: measured, wavelengths: [905], table: t.npy, angles: [0, 90] }',
      'expected either table, or angles and values',
    ],
  ])('%s', (text, message) => {
    expect(faultOf(`${HEAD}scattering: ${text}\n`)).toContain(message);
  });

  it('is at fault without a source, or with an odd id or word', () => {
    const rest = 'scattering: { model: lambert, reflectance: 0.5 }\n';
    expect(faultOf(`id: a\nname: b\n${rest}`)).toContain('source: missing, expected a text that names');
    expect(faultOf(`id: ../a\nname: b\nsource: c\n${rest}`)).toContain(
      'id: found "../a", expected a name of lower-case',
    );
    expect(faultOf(`${HEAD}words: ['(a+)+']\n${rest}`)).toContain('words[0]: found "(a+)+", expected a word of');
    expect(faultOf(`${HEAD}colour: red\n${rest}`)).toContain('colour: unknown key; allowed: id, name, words');
  });
});

describe('docs/materials.md', () => {
  it('names every key of a material file', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/materials.md'), 'utf8');
    for (const key of Object.keys(materialSchema.shape)) expect(text).toContain(`| \`${key}\` |`);
  });
});

describe('measured backscatter', () => {
  it('is linear between the points of curves over the angle', () => {
    const definition =
      '{ model: measured, wavelengths: [905, 1550], angles: [0, 10, 90], values: [[4, 2, 0], [1, 1, 1]] }';
    const measured = scattering(definition);
    if (measured.model !== 'measured') throw new Error('no table');
    const { table } = measured;
    const at = (wave: number, degrees: number) =>
      table.values[wave * table.thetaCount + (degrees * (table.thetaCount - 1)) / 90];
    expect([at(0, 0), at(0, 5), at(0, 10), at(0, 50), at(0, 90)]).toEqual([4, 3, 2, 1, 0]);
    expect([at(1, 0), at(1, 90)]).toEqual([1, 1]);
    expect(table.wavelengthsNm).toEqual([905, 1550]);
  });

  it('is that of a NumPy array', () => {
    writeFileSync(join(folder, 't.npy'), npyBytes([1, 2, 3], Float32Array.of(1, 2, 3, 1, 5, 6)));
    const measured = scattering('{ model: measured, wavelengths: [905], table: t.npy }');
    expect(measured).toEqual({
      model: 'measured',
      table: { wavelengthsNm: [905], phiCount: 2, thetaCount: 3, values: Float32Array.of(1, 2, 3, 1, 5, 6) },
    });
  });

  it.each([
    [[1, 2, 2], [1, 2], 't.npy: found an array of 1 × 2 × 2, expected 2 wavelengths × azimuths × angles'],
    [[4], [905], 't.npy: found an array of 4, expected 1 wavelengths × azimuths × angles'],
    [[1, 1, 1], [905], 't.npy: found 1 angles'],
    [[1, 3, 2], [905], 't.npy: found 3 azimuths'],
  ])('is at fault for an array of %s at %s nm', (shape, wavelengths, message) => {
    const values = new Float32Array(shape.reduce((product, count) => product * count));
    writeFileSync(join(folder, 't.npy'), npyBytes(shape, values));
    const waves = wavelengths.map((wave) => wave + 900).join(', ');
    expect(faultOf(`${HEAD}scattering: { model: measured, wavelengths: [${waves}], table: t.npy }\n`)).toContain(
      message,
    );
  });

  it('is at fault for negative values, or without any file', () => {
    writeFileSync(join(folder, 't.npy'), npyBytes([1, 1, 2], Float32Array.of(1, -1)));
    const text = `${HEAD}scattering: { model: measured, wavelengths: [905], table: t.npy }\n`;
    expect(faultOf(text)).toContain('t.npy: found f_r = -1');
    expect(faultOf(text.replace('t.npy', 'none.npy'))).toContain('none.npy: cannot read the file: it does not exist');
  });

  it('stays in the folder of the file that names it', () => {
    const text = (table: string) => `${HEAD}scattering: { model: measured, wavelengths: [905], table: ${table} }\n`;
    const array = npyBytes([1, 1, 2], Float32Array.of(1, 1));
    mkdirSync(join(folder, 'below'), { recursive: true });
    writeFileSync(join(folder, 'below/t.npy'), array);
    expect(faultOf(text('below/t.npy'))).toBe('no fault');
    expect(faultOf(text('below/../below/t.npy'))).toBe('no fault');

    const outside = mkdtempSync(join(tmpdir(), 'subray-outside-'));
    writeFileSync(join(outside, 't.npy'), array);
    symlinkSync(join(outside, 't.npy'), join(folder, 'link.npy'));
    for (const table of ['../t.npy', '..', join(outside, 't.npy'), 'link.npy'])
      expect(faultOf(text(table))).toContain(`test.yaml: refers to "${table}", which is outside the file's own folder`);
    rmSync(outside, { recursive: true });
  });

  it('names no file where none can be read', () => {
    const definition = scatteringSchema.parse({ model: 'measured', wavelengths: [905], table: 'a.npy' });
    expect(() => resolveScattering(definition)).toThrow('found the table "a.npy", expected angles and values');
  });
});
