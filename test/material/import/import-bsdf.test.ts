import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { readMaterialFile } from '../../../src/material/file/node-read-material.js';
import { parseNpy } from '../../../src/material/file/npy.js';
import { lobeWidth } from '../../../src/material/import/describe-bsdf.js';
import { parseRglBsdf } from '../../../src/material/read/rgl/rgl-bsdf.js';
import { type ImportBsdfOptions, importBsdf } from '../../../src/node-surveys.js';
import { rglFields, rglFile, tensorFile } from '../../support/tensor-files.js';

const striped = (incoming: Vec3, _outgoing: Vec3, wavelength: number) =>
  (0.3 + 0.1 * Math.cos(2 * Math.atan2(incoming[1], incoming[0]))) * (wavelength / 1000);
const TURN = Array.from({ length: 9 }, (_, k) => (Math.PI * (k - 4)) / 4);

const range = (count: number) => Array.from({ length: count }, (_, k) => 400 + k);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-bsdf-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const given = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

const faultOf = async (path: string, options: Partial<ImportBsdfOptions> = {}): Promise<string> => {
  const error = await importBsdf(path, { folder, ...options }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).format();
};

describe('importBsdf', () => {
  it('makes a material file that reads as what the file holds', async () => {
    const path = given('Some_Vinyl_spec.bsdf', rglFile({ f: () => 0.25, theta: [0, 0.3, 0.6, 0.9, 1.2, 1.5] }));
    const imported = await importBsdf(path, { folder });
    expect(imported).toMatchObject({
      id: 'some_vinyl',
      path: join(folder, 'some_vinyl.yaml'),
      kind: 'spectral',
      wavelengthCount: 3,
      rangeNm: [400, 1000],
      isIsotropic: true,
      phiCount: 1,
      thetaCount: 91,
      notes: ['valid from 400 to 1000 nm'],
    });
    expect(imported.thetaMax).toBeCloseTo(1.5, 6);

    const { id, scattering, licence, source, unchecked } = readMaterialFile(imported.path);
    expect(id).toBe('some_vinyl');
    expect(licence).toContain('CC0');
    expect(source).toMatch(/^synthetic; file Some_Vinyl_spec.bsdf; SHA-256 [0-9a-f]{64}; /);
    expect(unchecked).toContain('f_r beyond 85.9 deg from the normal, the largest angle measured, is that at 85.9 deg');
    if (scattering.model !== 'measured') throw new Error(scattering.model);
    expect(scattering.table).toMatchObject({ wavelengthsNm: [400, 700, 1000], phiCount: 1, thetaCount: 91 });
    for (const value of scattering.table.values) expect(Math.abs(value / 0.25 - 1)).toBeLessThan(0.03);
  });

  it('writes f_r over wavelength, azimuth and angle as NumPy reads it', async () => {
    const path = given('b.bsdf', rglFile({ f: striped, phi: TURN, size: 17 }));
    const options = {
      folder,
      id: 'brushed',
      name: 'Brushed',
      source: 'here',
      licence: 'mine',
      phiCount: 8,
      thetaCount: 4,
    };
    const { files, phiCount } = await importBsdf(path, options);
    expect(phiCount).toBe(8);
    const { shape, values } = parseNpy(readFileSync(files.table), files.table);
    expect(shape).toEqual([3, 8, 4]);
    // 30° from the normal at 0°, 45°, 90°, at 400 and 1000 nm.
    for (const [wave, share] of [
      [0, 0.4],
      [2, 1],
    ])
      [0.4, 0.3, 0.2].forEach((value, phi) => {
        expect(values[(wave * 8 + phi) * 4 + 1] / share).toBeCloseTo(value, 1);
      });
    const text = readFileSync(files.yaml, 'utf8');
    for (const part of [
      'id: brushed',
      'name: Brushed',
      'source: here',
      'licence: mine',
      'table: "brushed.npy"',
      'mean over azimuths',
    ])
      expect(text).toContain(part);
  });

  it('says that an RGB file knows no wavelength', async () => {
    const path = given('paint_rgb.bsdf', rglFile({ f: () => 0.2, rgb: true }));
    const { id, notes, rangeNm, files } = await importBsdf(path, { folder });
    expect(id).toBe('paint');
    expect(rangeNm).toEqual([464, 611]);
    expect(notes[0]).toContain('RGB and knows no wavelength: blue, green and red stand at 464, 549, 611 nm');
    expect(readMaterialFile(files.yaml).unchecked).toContain('approximate');
  });

  it('says when a highlight falls between the angles', async () => {
    const fields = rglFields({ f: () => 0.2 });
    const ndf = fields.find(({ name }) => name === 'ndf')!.values;
    // α = 0.01: 1 / (π 10⁻⁴); half of it is left at atan(0.01 · 0.6436) = 0.369°.
    ndf[0] = 3183.1;
    const bytes = tensorFile(fields);
    expect((lobeWidth(parseRglBsdf(bytes, 'm')) * 180) / Math.PI).toBeCloseTo(0.369, 3);
    const path = given('chrome.bsdf', bytes);
    expect((await importBsdf(path, { folder })).notes[1]).toContain(
      '0.37 deg wide, narrower than steps of 1.00 deg: 246',
    );
    expect((await importBsdf(path, { folder, thetaCount: 246, force: true })).notes).toHaveLength(1);
  });

  it('leaves what is there, unless told to replace it', async () => {
    const path = given('m.bsdf', rglFile({ f: () => 0.2, size: 3 }));
    await importBsdf(path, { folder });
    const before = readdirSync(folder).sort();
    expect(before).toEqual(['m.bsdf', 'm.npy', 'm.yaml']);
    expect(await faultOf(path)).toMatch(/m\.yaml: cannot write: the file exists/);
    rmSync(join(folder, 'm.yaml'));
    expect(await faultOf(path)).toMatch(/m\.npy: cannot write: the file exists/);
    await importBsdf(path, { folder, force: true });
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it('writes nothing for a file that is none', async () => {
    expect(await faultOf(given('text.bsdf', Buffer.from('hello')))).toContain('text.bsdf: byte 0: found other bytes');
    const whole = rglFile({ f: () => 0.2, size: 3 });
    expect(await faultOf(given('cut.bsdf', whole.subarray(0, -4)))).toContain('cut off or damaged');
    expect(await faultOf(given('empty.bsdf', Buffer.alloc(0)))).toContain('byte 0');
    expect(readdirSync(folder).sort()).toEqual(['cut.bsdf', 'empty.bsdf', 'text.bsdf']);
  });

  it('refuses what cannot be read, and grids out of range', async () => {
    expect(await faultOf(join(folder, 'none.bsdf'))).toContain('cannot read: there is no such file');
    expect(await faultOf(folder)).toContain('found a folder, expected an RGL material file');
    const there = given('there.bsdf', new Uint8Array(9));
    expect(await faultOf(there, { folder: join(folder, 'none') })).toContain('there is no folder');
    // The fault of the input comes first.
    expect(await faultOf('none.bsdf', { folder: join(folder, 'none') })).toContain('none.bsdf: cannot read');
    for (const thetaCount of [1, 1.5, 1e9, Number.NaN])
      expect(await faultOf('a.bsdf', { thetaCount })).toContain('angles');
    for (const phiCount of [1, 7, 1e9]) expect(await faultOf('a.bsdf', { phiCount })).toContain('azimuths');
    const striped = given('striped.bsdf', rglFile({ f: () => 0.2, phi: TURN, size: 3, wavelengthsNm: range(8) }));
    expect(await faultOf(striped, { thetaCount: 9001, phiCount: 720 })).toContain(
      'are 51845760 values, expected 50000000',
    );
    expect(await faultOf(striped, { thetaCount: 6001, phiCount: 720 })).toContain(
      '720 azimuths x 6001 angles are 4320720 directions, expected 1000000',
    );
    expect(await faultOf('a.bsdf', { id: '../up' })).toContain('found the id "../up"');
  });
});
