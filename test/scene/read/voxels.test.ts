import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rotation } from '../../../src/base/affine.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { directionWord, NO_DIRECTION } from '../../../src/base/octahedron.js';
import { cross, dot, subtract, type Vec3 } from '../../../src/base/vec3.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { writeCloud } from '../../../src/io/convert/write-cloud.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { KeyCounts } from '../../../src/scene/read/voxels/key-counts.js';
import type { VoxelChoice } from '../../../src/scene/voxel-choice.js';
import { cloudHeader } from '../../io/sample-cloud.js';
import { WHOLE } from '../../support/reference-data.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
let files = 0;

async function read(path: string, voxels?: VoxelChoice) {
  const log = keepingLog();
  const model = await readModel(path, { files: nodeFiles, log, voxels });
  return { model, triangles: cornersOf(model.meshes[0]) as unknown as Triangle[], warnings: log.warnings };
}
const readText = (name: string, text: string, voxels?: VoxelChoice) =>
  read(folder.write(`${files++}.${name}`, text), voxels);

/** The only warning about a file whose model has no meshes. */
async function emptyModel(path: string, voxels?: VoxelChoice): Promise<string> {
  const log = keepingLog();
  const model = await readModel(path, { files: nodeFiles, log, voxels });
  expect([model.meshes, model.instances, log.warnings.length]).toEqual([[], [], 1]);
  return log.warnings[0];
}

type Triangle = readonly [Vec3, Vec3, Vec3];

/** Volume inside a closed surface whose triangles are counter-clockwise from outside (divergence theorem). */
const volumeOf = (triangles: readonly Triangle[]): number =>
  triangles.reduce((sum, [a, b, c]) => sum + dot(a, cross(b, c)) / 6, 0);

const areaOf = (triangles: readonly Triangle[]): number =>
  triangles.reduce((sum, [a, b, c]) => sum + Math.hypot(...cross(subtract(b, a), subtract(c, a))) / 2, 0);

/** Edges that do not have their opposite in another triangle: none of a closed surface. */
function openEdges(triangles: readonly Triangle[]): number {
  const counts = new Map<string, number>();
  for (const [a, b, c] of triangles)
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const [forth, back] = [`${from} ${to}`, `${to} ${from}`];
      counts.set(forth, (counts.get(forth) ?? 0) + 1);
      counts.set(back, (counts.get(back) ?? 0) - 1);
    }
  return [...counts.values()].filter((count) => count !== 0).length;
}

describe('a cloud of points as voxels', () => {
  it('has no cubes where pulses went without a return, and says how many', async () => {
    const path = folder.write('misses.csv', '');
    const points = {
      x: Float64Array.of(0, 0.5, 900),
      y: Float64Array.of(0, 0.5, 900),
      z: Float64Array.of(0, 0.5, 900),
      returnNumber: Uint8Array.of(1, 1, 0),
      returnCount: Uint8Array.of(1, 1, 0),
      withheld: Uint8Array.of(0, 0, 1),
    };
    await writeCloud(path, points, { files: nodeFiles, force: true });
    const lines: string[] = [];
    const log = { ...keepingLog(), info: (line: string) => void lines.push(line) };
    const model = await readModel(path, { files: nodeFiles, log, voxels: { size: 1 } });
    expect(volumeOf(cornersOf(model.meshes[0]) as unknown as Triangle[])).toBeCloseTo(1, 6);
    expect(lines.join()).toContain('misses.csv: 1 pulse without a return left out');
  });

  const plane = (unit: string) =>
    `PROJCS["a plane",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],${unit}]`;
  const [METRE, FOOT] = ['UNIT["metre",1]', 'UNIT["foot",0.3048]'];
  it.each([
    ['feet', plane(FOOT), { name: 'foot', metres: 0.3048 }, 13],
    [
      'feet, heights in metres',
      `COMPD_CS["both",${plane(FOOT)},VERT_CS["heights",VERT_DATUM["some",2005],${METRE},AXIS["Up",UP]]]`,
      { name: 'foot', metres: 0.3048 },
      10 / 0.3048 + 7,
    ],
    ['metres', plane(METRE), { name: 'metre', metres: 1 }, 13],
    ['no system', undefined, undefined, 13],
  ])('has the unit of its reference system: %s', async (_, wkt, unit, top) => {
    const path = folder.write(`${files++}.las`, '');
    const batch = createPointBatch(2);
    for (const axis of [batch.x, batch.y, batch.z]) axis.set([10, 12]);
    for (const returns of [batch.returnNumber, batch.returnCount]) returns.fill(1);
    const sink = await createPointSink(
      { path, format: 'las' },
      { ...cloudHeader(), wkt },
      { files: nodeFiles, force: true },
    );
    await sink.write(batch);
    await sink.finish();
    const { model, triangles } = await read(path, { size: 1 });
    expect(model.unit).toEqual(unit);
    expect(Math.max(...triangles.flat().map((corner) => corner[2]))).toBeCloseTo(top, 3);
  });

  it('is a cube where a point is, from the least coordinates on', async () => {
    const { triangles, model } = await readText('xyz', '10 20 30\n', { size: 2 });
    expect(triangles).toHaveLength(12);
    expect(volumeOf(triangles)).toBeCloseTo(8, 9);
    expect(openEdges(triangles)).toBe(0);
    // The upper side, counter-clockwise from above.
    expect(triangles).toContainEqual([
      [10, 20, 32],
      [12, 20, 32],
      [12, 22, 32],
    ]);
    expect(model.materials[0].name).toBe('voxels');
  });

  it('has no faces between neighbours, and each voxel once', async () => {
    const points = '0 0 0\n0.1 0.1 0.1\n1.5 0 0\n3.2 0 0\n0 1.1 0\n0 0 1.9\n1.5 1.5 0\n';
    const { triangles } = await readText('xyz', points, { size: 1 });
    // 6 cells: a square of four, one on top of it, one apart: 6 · 6 − 2 · 5 faces.
    expect(triangles).toHaveLength(2 * (6 * 6 - 2 * 5));
    expect(volumeOf(triangles)).toBeCloseTo(6, 6);
    expect(areaOf(triangles)).toBeCloseTo(26, 6);
    expect(openEdges(triangles)).toBe(0);
  });

  it.each([
    ['xyz', '//X,Y,Z\n0,0,0\n5,5,5\n'],
    ['xyz', '# cloud\n0 0 0 9 9 9 1 2 3\n// comment\n5 5 5 9 9 9 1 2 3\n'],
    ['txt', '0;0;0\n5;5;5\n'],
    ['csv', 'x,y,z\n0,0,0\n5,5,5\n'],
    ['asc', '0\t0\t0\n5\t5\t5\n'],
    [
      'ply',
      'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n5 5 5\n',
    ],
  ])('reads %s: %j', async (ending, text) => {
    expect(volumeOf((await readText(ending, text, { size: 1 })).triangles)).toBeCloseTo(2, 9);
  });

  it('leaves out voxels with few points', async () => {
    const { triangles } = await readText('xyz', '0 0 0\n0.1 0 0\n0.2 0 0\n4 0 0\n4.1 0 0\n', { size: 1, minPoints: 3 });
    expect(triangles).toHaveLength(12);
    expect(String(await faultOf(readText('xyz', '0 0 0\n', { size: 1, minPoints: 2 })))).toMatch(
      /no voxel of 1 has 2 points/,
    );
  });

  it('keeps millimetres of national coordinates', async () => {
    const { triangles } = await readText('xyz', '474500.126 5474500.251 100.5\n', { size: 0.25 });
    const xs = triangles.flat().map(([x]) => x);
    expect(Math.min(...xs)).toBeCloseTo(474500.126, 6);
    expect(Math.max(...xs)).toBeCloseTo(474500.376, 6);
  });

  it.each<[string, string, VoxelChoice, RegExp]>([
    ['voxels that are too many', '0 0 0\n1e9 1e9 1e9\n', { size: 1e-3 }, /too many to be numbered/],
    ['no points', '# nothing\n', { size: 1 }, /no point with a place/],
    ['a word for a number', '0 0 0\n1 x 2\n', { size: 1 }, /:2: /],
  ])('refuses %s', async (_, text, voxels, message) => {
    expect(String(await faultOf(readText('xyz', text, voxels)))).toMatch(message);
  });

  describe('normals', () => {
    /** The distinct normals of the voxels, rounded; `faces` if there are none. */
    async function normalsOf(text: string, voxels: VoxelChoice, ending = 'xyz') {
      const { normals, triangleGroup } = (await readText(ending, text, { size: 1, ...voxels })).model.meshes[0];
      if (normals === undefined) return 'faces';
      expect(normals).toHaveLength(triangleGroup.length);
      return [...new Set(normals)].map((word) => (word === NO_DIRECTION ? 'faces' : word));
    }

    const named = '// x y z nx ny nz\n0.1 0.1 0.1 1 0 0\n0.6 0.5 0.5 0 0 3\n0 0 0 0 0 0\n';

    it('are those of faces unless it is said otherwise', async () => {
      expect(await normalsOf(named, {})).toBe('faces');
      expect(await normalsOf(named, { normals: 'faces' })).toBe('faces');
    });

    it('are the mean of those of the points, whatever their lengths', async () => {
      expect(await normalsOf(named, { normals: 'mean' })).toEqual([directionWord([1, 0, 1])]);
    });

    it('are that of the point nearest to the middle of a voxel', async () => {
      expect(await normalsOf(named, { normals: 'nearest' })).toEqual([directionWord([0, 0, 1])]);
    });

    it('are read from columns by their numbers', async () => {
      const rows = '0 0 0 9 9 9 0 -1 0\n';
      const choice: VoxelChoice = { normals: 'mean', normalColumns: [7, 8, 9] };
      expect(await normalsOf(rows, choice)).toEqual([directionWord([0, -1, 0])]);
      expect(
        await normalsOf('x,y,z,a,b,c\n0,0,0,0,0,1\n', { normals: 'mean', normalColumns: [4, 5, 6] }, 'csv'),
      ).toEqual([directionWord([0, 0, 1])]);
      expect(String(await faultOf(readText('xyz', '0 0 0\n', { ...choice, size: 1 })))).toMatch(/found 3 columns/);
      expect(String(await faultOf(readText('xyz', '0 0 0\n', { normals: 'mean', size: 1 })))).toMatch(
        /have no normals/,
      );
    });

    it('leave out points without one, or give them the default', async () => {
      const rows = '// x y z nx ny nz\n0 0 0 0 0 1\n4 4 4 0 0 0\n8 8 8 nan 0 1\n';
      const { triangles } = await readText('xyz', rows, { size: 1, normals: 'mean' });
      expect(triangles).toHaveLength(12);
      expect(await normalsOf(rows, { normals: 'mean', defaultNormal: [0, 2, 0] })).toEqual([
        directionWord([0, 0, 1]),
        directionWord([0, 1, 0]),
      ]);
    });

    it('are those of planes through the points', async () => {
      // Five points of the plane x + 2 y + 2 z = 1 in one voxel, two in another one.
      const plane = [
        [0.1, 0.2],
        [0.8, 0.05],
        [0.3, 0.3],
        [0.5, 0.1],
        [0.05, 0.4],
      ].map(([x, y]) => [x, y, (1 - x - 2 * y) / 2]);
      const text = [...plane, [0, 0, 0], [5, 5, 5], [5.1, 5, 5]].map((point) => point.join(' ')).join('\n');
      const flat = plane.map((point) => point.join(' ')).join('\n');
      const [word] = await normalsOf(flat, { normals: 'plane' });
      const [x, y] = [(Number(word) << 16) >> 16, Number(word) >> 16];
      expect(Math.abs(x / 32767)).toBeCloseTo(1 / 5, 4);
      expect(Math.abs(y / 32767)).toBeCloseTo(2 / 5, 4);
      // Two points make no plane: the voxel is left out, or has the default.
      expect((await readText('xyz', text, { size: 1, normals: 'plane' })).triangles).toHaveLength(12);
      expect(await normalsOf(text, { normals: 'plane', defaultNormal: [1, 0, 0] })).toContain(directionWord([1, 0, 0]));
    });
  });

  it('turns the places of cubes and their normals, not the cubes', async () => {
    const turn = rotation([0, 0, 1], Math.PI / 6);
    const text = '// x y z nx ny nz\n0 0 0 1 0 0\n9.5 0.5 0.5 1 0 0\n';
    const { triangles, model } = await readText('xyz', text, { size: 1, normals: 'mean', turn });
    expect(triangles).toHaveLength(24);
    expect(volumeOf(triangles)).toBeCloseTo(2, 5);
    // Every side is parallel to two axes: of its corners one coordinate is the same.
    for (const corners of triangles)
      expect([0, 1, 2].some((axis) => new Set(corners.map((corner) => corner[axis])).size === 1)).toBe(true);
    const [x, y] = [9.5 * Math.cos(Math.PI / 6) - 0.25, 9.5 * 0.5 + 0.5 * Math.cos(Math.PI / 6)];
    const far = triangles.flat().filter(([u]) => u > 5);
    expect(Math.min(...far.map(([u]) => u))).toBeCloseTo(x - 0.5, 5);
    expect(Math.max(...far.map(([, v]) => v))).toBeCloseTo(y + 0.5, 5);
    expect([...new Set(model.meshes[0].normals)]).toEqual([directionWord([Math.cos(Math.PI / 6), 0.5, 0])]);
  });

  it.skipIf(!existsSync(WHOLE))('reads the sphere of HELIOS++ (skipped where ../shared is absent)', async () => {
    const path = join(WHOLE, 'helios/data/sceneparts/pointclouds/sphere_dens25000_sepcomma.xyz');
    const { triangles } = await read(path, { size: 1 });
    const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
    const points = rows.map((row) => row.split(',').map(Number));
    const least = [0, 1, 2].map((axis) => points.reduce((low, point) => Math.min(low, point[axis]), Infinity));
    const cells = new Set(points.map((point) => point.map((value, axis) => Math.floor(value - least[axis])).join()));
    expect(volumeOf(triangles)).toBeCloseTo(cells.size, 2);
    expect(openEdges(triangles)).toBe(0);
  });
});

it('counts keys as a map does', () => {
  const counted = new KeyCounts();
  const known = new Map<number, number>();
  for (let n = 0; n < 400_000; n++) {
    const key = (n * n * 31 + (n >> 3)) % 150_001;
    counted.add(key);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  for (const least of [1, 3])
    expect([...counted.atLeast(least)]).toEqual(
      [...known]
        .filter(([, count]) => count >= least)
        .map(([key]) => key)
        .sort((a, b) => a - b),
    );
});

const COLUMNS = 'i j k PadBVTotal angleMean transmittance attenuation';
const HEADER = `VOXEL SPACE\n#min_corner: 10 20 30\n#max_corner: 14 26 32\n#split: 2 3 1\n#res: 2.0\n${COLUMNS}\n`;

describe('AMAPVox', () => {
  it('is solid where not all light passes', async () => {
    const { triangles, model } = await readText(
      'vox',
      `${HEADER}0 0 0 4 0 0.5 0\n1 2 0 1 0 0 0\n0 1 0 3 0 1 0\n1 0 0 3 0 NaN 0\n`,
    );
    expect(triangles).toHaveLength(24);
    expect(volumeOf(triangles)).toBeCloseTo(16, 6);
    expect(triangles.flat().map(([x, y]) => [x, y])).toContainEqual([14, 26]);
    expect(model.materials[0].name).toBe('vegetation');
  });

  it('joins neighbours', async () => {
    const { triangles } = await readText('vox', `${HEADER}0 0 0 4 0 0 0\n0 1 0 4 0 0 0\n0 0 0 4 0 0 0\n`);
    expect(triangles).toHaveLength(20);
    expect(openEdges(triangles)).toBe(0);
  });

  it('scales edges by the density of plants', async () => {
    const rows = '0 0 0 4 0 0 0\n1 2 0 1 0 0 0\n0 1 0 0 0 0 0\n1 1 0 NaN 0 0 0\n';
    const { triangles } = await readText('vox', HEADER + rows, { mode: 'scaled' });
    // Edges 2 and 2 · (1/4)^½ = 1, in the middle of their cells.
    expect(volumeOf(triangles)).toBeCloseTo(8 + 1, 6);
    expect(triangles.flat()).toContainEqual([12.5, 24.5, 30.5]);
    expect(triangles.flat()).toContainEqual([13.5, 25.5, 31.5]);
    const linear = await readText('vox', HEADER + rows, { mode: 'scaled', exponent: 1 });
    expect(volumeOf(linear.triangles)).toBeCloseTo(8 + 0.125, 6);
    const header = HEADER.replace('2.0', '2.0 #max_pad:16');
    expect(volumeOf((await readText('vox', header + rows, { mode: 'scaled' })).triangles)).toBeCloseTo(1 + 0.125, 6);
  });

  it('warns of densities below 0, and takes NA for unknown', async () => {
    const rows = '0 0 0 4 0 0 0\n1 2 0 -1 0 0 0\n0 1 0 -2 NA NA 0\n1 1 0 NA 0 0 NA\n';
    const { triangles, warnings } = await readText('vox', HEADER + rows, { mode: 'scaled' });
    expect(volumeOf(triangles)).toBeCloseTo(8, 6);
    expect(warnings).toEqual([
      expect.stringMatching(
        /: voxel 1 2 0 has a PadBVTotal of -1, which counts as unknown, as those of 1 other voxel below 0$/,
      ),
    ]);
    // Cubes of one size have no need of densities.
    expect((await readText('vox', HEADER + rows)).warnings).toEqual([]);
  });

  it('names the first line of another file', async () => {
    expect(await faultOf(readText('vox', '\nx,y\n1,2\n'))).toMatch(/\.vox:2: a file of AMAPVox begins with a line/);
  });

  it('scales cubes about their middles, whose places it may turn', async () => {
    const rows = '0 0 0 4 0 0 0\n1 2 0 1 0 0 0\n';
    const { triangles } = await readText('vox', HEADER + rows, { cubeScale: 0.5 });
    expect(volumeOf(triangles)).toBeCloseTo(2, 6);
    expect(triangles.flat()).toContainEqual([10.5, 20.5, 30.5]);
    expect(triangles.flat()).toContainEqual([11.5, 21.5, 31.5]);
    const scaled = await readText('vox', HEADER + rows, { mode: 'scaled', cubeScale: 3 });
    expect(volumeOf(scaled.triangles)).toBeCloseTo(27 * (8 + 1), 4);
    const turned = await readText('vox', HEADER + rows, { turn: rotation([0, 0, 1], Math.PI / 2) });
    // The middles (11, 21, 31) and (13, 25, 31) become (−21, 11, 31) and (−25, 13, 31).
    expect(Math.min(...turned.triangles.flat().map(([x]) => x))).toBeCloseTo(-26, 5);
    expect(Math.max(...turned.triangles.flat().map(([, y]) => y))).toBeCloseTo(14, 5);
  });

  it('shifts scaled voxels within their cells, by a seed', async () => {
    const rows = Array.from({ length: 400 }, (_, k) => `${k} 0 0 1 0 0 0\n`).join('');
    const header = HEADER.replace('2.0', '2.0 #max_pad:4').replace('#split: 2', '#split: 400');
    const shifted = async (seed: number) =>
      (await readText('vox', header + rows, { mode: 'scaled', shift: true, seed })).triangles.flat();
    const places = await shifted(1);
    expect(places).toEqual(await shifted(1));
    expect(places).not.toEqual(await shifted(2));
    const pointsOfCube = places.length / 400;
    for (const [axis, low] of [10, 20, 30].entries()) {
      const inFirst = (value: number, k: number) => (axis === 0 ? value - 2 * Math.floor(k / pointsOfCube) : value);
      const values = places.map((place, k) => inFirst(place[axis], k)).sort((a, b) => a - b);
      expect(values[0]).toBeGreaterThanOrEqual(low - 1e-4);
      expect(values.at(-1)).toBeLessThanOrEqual(low + 2 + 1e-4);
      expect(values.at(-1)! - values[0]).toBeGreaterThan(1.9);
    }
  });

  it.each<VoxelChoice>([{}, { cubeScale: 1 }, { mode: 'scaled' }])(
    'takes the last row of a voxel, and says so with the lines: %o',
    async (choice) => {
      const [first, last] = ['0 0 0 1 0 1 0\n', '0 0 0 4 0 0 0\n'];
      const other = '1 2 0 1 0 0 0\n';
      const rows = `${first}\n${other}${last}${first}${last}`;
      const { triangles, warnings } = await readText('vox', HEADER + rows, choice);
      expect(triangles).toEqual((await readText('vox', HEADER + other + last, choice)).triangles);
      expect(warnings).toEqual([
        expect.stringMatching(
          /\.vox:10: voxel 0 0 0 has a row already, in line 7, where AMAPVox writes one for each: the last one of a voxel counts, and 3 rows are left out$/,
        ),
      ]);
    },
  );

  it.each<[string, string, VoxelChoice, RegExp]>([
    ['clear air', '0 0 0 4 0 1 0\n0 1 0 4 0 NaN 0\n', {}, /of 2 voxels none is solid: the transmittance of all is 1/],
    ['scaled voxels without plants', '0 0 0 0 0 0 0\n', { mode: 'scaled' }, /of 1 voxels none has plants: where light/],
    ['a medium without plants', '0 0 0 0 0 0 0\n', { mode: 'medium' }, /of 1 voxels none has plants: PadBVTotal/],
  ])('leaves out %s, with a warning', async (_, rows, voxels, message) => {
    expect(await emptyModel(folder.write(`${files++}.vox`, HEADER + rows), voxels)).toMatch(message);
  });

  it('has voxels with three edges', async () => {
    const header = HEADER.replace('2.0', '(2.0, 2.0, 0.5)');
    const rows = '0 0 0 4 0 0.5 0\n1 0 0 1 0 0.5 0\n';
    const { triangles } = await readText('vox', header + rows);
    expect(volumeOf(triangles)).toBeCloseTo(2 * 2 * 2 * 0.5, 6);
    expect(triangles.flat()).toContainEqual([14, 20, 30.5]);
    const scaled = await readText('vox', header + rows, { mode: 'scaled' });
    // The second one has half of each edge: 1 × 1 × 0.25, in the middle of its cell.
    expect(volumeOf(scaled.triangles)).toBeCloseTo(2 + 0.25, 6);
    expect(scaled.triangles.flat()).toContainEqual([12.5, 20.5, 30.125]);
  });

  it('finds columns by their names, and header words several in a line', async () => {
    const text =
      'VOXEL SPACE\n\t#min_corner:  0.0 0.0 0.0 \n #max_corner: (3.0, 3.0, 3.0)\n#split: 3 3 3\n#res:1.0 #type:TLS #max_pad:5.0\n transmittance k j i PadBVTotal\n0.2 2 1 0 5 7 8\n';
    const { triangles } = await readText('vox', text);
    expect(triangles.flat()).toContainEqual([0, 1, 2]);
    expect(triangles.flat()).toContainEqual([1, 2, 3]);
  });

  it.each([
    ['another file', 'OBJ\n', /begins with a line VOXEL SPACE/],
    ['a voxel outside', `${HEADER}0 0 0 4 0 0 0\n0 0 1 4 0 0 0\n`, /:8: found voxel 1 along z; the header says 0 to 0/],
    ['half a voxel', `${HEADER}0.5 0 0 4 0 0 0\n`, /:7: found voxel 0.5 along x/],
    ['a row that is cut off', `${HEADER}0 0 0 4\n0 0 0 4 0 0 0\n`, /:7: the row ends/],
    ['a word', `${HEADER}0 0 0 x 0 0 0\n`, /:7: found "x"/],
    ['no size', HEADER.replace('#res: 2.0\n', ''), /#res \(none\); expected one edge/],
    ['two sizes', HEADER.replace('2.0', '2 1'), /#res 2 1; expected one edge > 0 of all voxels, or three/],
    ['no corner', HEADER.replace('10 20 30', '10 20'), /#min_corner 10 20; expected three coordinates/],
    ['half a count', HEADER.replace('2 3 1', '2 3 0.5'), /#split 2 3 0.5/],
    ['voxels without number', HEADER.replace('2 3 1', '1e6 1e6 1e6'), /too many voxels/],
    ['voxels that reach too far', HEADER.replace('2.0', '1e300'), /voxels of 1e\+300, which reach too far/],
    ['no transmittance', HEADER.replace('transmittance', 'other'), /no column transmittance; the columns are i, j, k/],
    ['no rows', HEADER, /there is no row of a voxel/],
  ])('refuses %s', async (_, text, message) => {
    expect(String(await faultOf(readText('vox', text)))).toMatch(message);
  });

  it.skipIf(!existsSync(WHOLE))('reads those of HELIOS++ (skipped where ../shared is absent)', async () => {
    const crown = await read(join(WHOLE, 'helios/data/sceneparts/syssifoss/F_BR08_08_crown_250.vox'));
    const rows = readFileSync(join(WHOLE, 'helios/data/sceneparts/syssifoss/F_BR08_08_crown_250.vox'), 'utf8')
      .trim()
      .split('\n')
      .slice(6);
    expect(volumeOf(crown.triangles)).toBeCloseTo(new Set(rows.map((row) => row.split(' ', 3).join())).size / 64, 3);
    // All of its 36 voxels let all light through.
    const clear = await emptyModel(join(WHOLE, 'helios/data/test/semitransparent_voxels.vox'));
    expect(clear).toMatch(/of 36 voxels none is solid/);
  });
});
