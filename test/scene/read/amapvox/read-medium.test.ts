import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../../src/base/files/node-files.js';
import { readModel } from '../../../../src/scene/read/read-model.js';
import type { VoxelChoice } from '../../../../src/scene/voxel-choice.js';
import { projectionAt, type VoxelMedium } from '../../../../src/scene/voxel-medium.js';
import { WHOLE } from '../../../support/reference-data.js';
import { faultOf, keepingLog, temporaryFolder } from '../../scene-files.js';

const folder = temporaryFolder();
let files = 0;

async function read(path: string, choice: VoxelChoice = {}, log = keepingLog()): Promise<VoxelMedium> {
  const voxels = { mode: 'medium', ...choice } as const;
  const model = await readModel(path, { files: nodeFiles, log, voxels });
  expect(model.meshes).toHaveLength(1);
  expect(model.meshes[0].indices).toHaveLength(0);
  return model.meshes[0].medium as VoxelMedium;
}
const readText = (text: string, choice?: VoxelChoice, log = keepingLog()) =>
  read(folder.write(`${files++}.vox`, text), choice, log);

const HEADER =
  'VOXEL SPACE\n#min_corner: 10 20 30\n#max_corner: 18 26 32\n#split: 4 3 1\n#res: 2.0\ni j k PadBVTotal transmittance\n';
const SOUND_ROWS = '1 0 0 0.5 1\n2 1 0 3 NaN\n3 2 0 0 0\n0 2 0 NaN 0\n';
const ROWS = `${SOUND_ROWS}0 0 0 -1 0\n`;

describe('voxels as a medium', () => {
  it('have the densities of the voxels with plants, whatever their transmittance', async () => {
    const { min, size, counts, densities } = await readText(HEADER + ROWS);
    expect({ min, size, counts }).toEqual({ min: [12, 20, 30], size: [2, 2, 2], counts: [2, 2, 1] });
    expect([...densities]).toEqual([0.5, 0, 0, 3]);
  });

  it('warn of densities below 0, which no canopy has', async () => {
    const log = keepingLog();
    await readText(HEADER + ROWS, {}, log);
    expect(log.warnings).toEqual([
      expect.stringMatching(/voxel 0 0 0 has a PadBVTotal of -1, which counts as unknown$/),
    ]);
  });

  it('weaken by half of their density, with HELIOS++ by all of it', async () => {
    const [native, helios] = [await readText(HEADER + ROWS), await readText(HEADER + ROWS, { foliage: 'area' })];
    expect([native.extinction, native.projections, native.faces]).toEqual([0.5, undefined, undefined]);
    expect([helios.extinction, helios.projections, helios.faces]).toEqual([1, undefined, true]);
  });

  it('weaken by the projection of their leaves', async () => {
    const { extinction, projections } = await readText(HEADER + ROWS, { leafAngles: 'planophile' });
    expect(extinction).toBe(1);
    expect(projectionAt(projections!, 1)).toBeCloseTo(8 / (3 * Math.PI), 5);
  });

  const withAngles = (type: string) => HEADER.replace('#res: 2.0', `#res: 2.0\n#lad_type:${type}`) + SOUND_ROWS;

  it('take the leaf angles with which densities were computed', async () => {
    const wished = await readText(HEADER + ROWS, { leafAngles: 'planophile' });
    expect(await readText(withAngles('Planophile'))).toEqual(wished);
    expect((await readText(withAngles('Spherical'))).extinction).toBe(0.5);
    expect((await readText(withAngles('SPHERIC'))).extinction).toBe(0.5);
    // HELIOS++ reads no leaf angles of a file.
    expect((await readText(withAngles('Planophile'), { foliage: 'area' })).projections).toBeUndefined();
  });

  it('warn of leaf angles that differ from those, or are unknown', async () => {
    const log = keepingLog();
    expect((await readText(withAngles('Planophile'), { leafAngles: 'spherical' }, log)).extinction).toBe(0.5);
    expect((await readText(withAngles('Ellipsoidal'), {}, log)).extinction).toBe(0.5);
    await readText(withAngles('Uniform'), { leafAngles: 'uniform' }, log);
    expect(log.warnings.map((text) => text.replace(/^.*\.vox: /, ''))).toEqual([
      'leafAngles is spherical; the densities were computed with #lad_type Planophile',
      '#lad_type Ellipsoidal is not known here: spherical counts; leafAngles takes others',
    ]);
  });

  it('take densities, or the attenuation itself, from a column by its name, without a transmittance', async () => {
    const columns = 'i j k plantAreaDensity attenuation_FPL_unbiasedMLE';
    const text = `${HEADER.replace('i j k PadBVTotal transmittance', columns)}0 0 0 0.5 0.2\n`;
    const density = await readText(text);
    expect([[...density.densities], density.extinction]).toEqual([[0.5], 0.5]);
    const attenuation = await readText(text, { column: 'attenuation_FPL_unbiasedMLE', leafAngles: 'planophile' });
    expect([...attenuation.densities]).toEqual([Math.fround(0.2)]);
    expect([attenuation.extinction, attenuation.projections]).toEqual([1, undefined]);
    const listed = 'the columns are i, j, k';
    expect(String(await faultOf(readText(text, { column: 'plantAreaDensty' })))).toContain(
      `: there is no column plantAreaDensty; ${listed}, plantAreaDensity, attenuation_FPL_unbiasedMLE; did you mean "plantAreaDensity"?`,
    );
    expect(String(await faultOf(readText(text.replace('plantAreaDensity', 'nhit'))))).toContain(
      `there is no column PadBVTotal; ${listed}, nhit, attenuation_FPL_unbiasedMLE; voxels: { column: attenuation_FPL_unbiasedMLE } takes`,
    );
  });

  it('have three edges, but cubes only with HELIOS++', async () => {
    const text = HEADER.replace('#res: 2.0', '#res: (2.0, 2.0, 0.5)') + ROWS;
    expect((await readText(text)).size).toEqual([2, 2, 0.5]);
    const fault = await faultOf(readText(text, { foliage: 'area' }));
    expect(String(fault)).toContain('voxels are 2 × 2 × 0.5; expected cubes');
  });

  it('take projections from a table, linear in the angle', async () => {
    const table = folder.write('lut.txt', '1,0,0,0.2\n\n0,0,2,0.8\r\n0,0,-1,0.4\n');
    const native = await readText(HEADER + ROWS, { projections: table });
    expect(native.extinction).toBe(1);
    expect(projectionAt(native.projections!, 1)).toBeCloseTo(0.8, 9);
    expect(projectionAt(native.projections!, Math.SQRT1_2)).toBeCloseTo(0.5, 9);
    expect(projectionAt(native.projections!, 0)).toBeCloseTo(0.2, 9);
    expect(projectionAt(native.projections!, -Math.SQRT1_2)).toBeCloseTo(0.3, 9);
    const { extinction } = await readText(HEADER + ROWS, { projections: table, foliage: 'area' });
    expect(extinction).toBeCloseTo(1 / (2 * Math.PI), 12);
  });

  const wide = HEADER.replace('4 3 1', '100000 100000 100000').replace('#res: 2.0', '#res: 0.01');
  it.each([
    [
      'voxels without a size',
      HEADER.replace('#res: 2.0', '#res: 1e-30') + ROWS,
      /#res 1e-30; expected at least 0\.000001/,
    ],
    [
      'too many plants',
      `${HEADER}0 1 0 1e30 0.5\n`,
      /voxel 0 1 0 has a PadBVTotal of 1e\+30; expected at most 1000000/,
    ],
    [
      'few plants far apart',
      `${wide}0 0 0 1 0\n99999 99999 99999 1 0\n`,
      /2 voxels have plants, in a box of 100000 × 100000 × 100000/,
    ],
  ])('are refused with %s', async (_, text, message) => {
    expect(String(await faultOf(readText(text)))).toMatch(message);
  });

  it.each([
    ['one row', '1,0,0,0.5\n', /1 rows x,y,z,G; expected at least two/],
    ['a word', '1,0,0,0.5\n0,0,x,0.5\n', /lut\.txt:2: found "0,0,x,0\.5", expected x,y,z,G/],
    ['no direction', '0,0,0,0.5\n0,0,1,0.5\n', /:1: found/],
    ['a negative projection', '1,0,0,-0.5\n0,0,1,0.5\n', /:1: found/],
    ['a row too short', '1,0,0\n0,0,1,0.5\n', /:1: found/],
  ])('refuse a table with %s', async (_, text, message) => {
    const projections = folder.write('lut.txt', text);
    expect(String(await faultOf(readText(HEADER + ROWS, { projections })))).toMatch(message);
  });

  it.skipIf(!existsSync(WHOLE))('are those of HELIOS++ (skipped where ../shared is absent)', async () => {
    // All of its voxels have a density of 0, as in all voxels that HELIOS++ brings.
    const path = join(WHOLE, 'helios/data/test/semitransparent_voxels.vox');
    const log = keepingLog();
    const model = await readModel(path, { files: nodeFiles, log, voxels: { mode: 'medium' } });
    expect(model.meshes).toEqual([]);
    expect(log.warnings[0]).toMatch(/of 36 voxels none has plants/);
    const projections = join(WHOLE, 'helios/data/lut/planophile.txt');
    const table = await readText(HEADER + ROWS, { projections });
    expect(projectionAt(table.projections!, 0)).toBeCloseTo(0.848826, 5);
  });
});
