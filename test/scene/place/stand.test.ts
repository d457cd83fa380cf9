import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { finish } from '../../../src/base/steps.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { groundHeights } from '../../../src/scene/ground-heights.js';
import { loadScene } from '../../../src/scene/load-scene.js';
import { PlaneFit, planeHeight } from '../../../src/scene/place/fit-plane.js';
import type { LabelRule, ScenePart } from '../../../src/scene/scene-description.js';
import { testRandom } from '../../support/random.js';
import { WHOLE } from '../../support/reference-data.js';
import { faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const place = { file: 'survey.yaml', line: 7 };
const folder = temporaryFolder();

/** z = 10 + 0.1 x + 0.2 y over [−20, 20]². */
const SLOPE = folder.write('slope.obj', 'v -20 -20 4\nv 20 -20 8\nv 20 20 16\nv -20 20 12\nf 1 2 3 4\n');
const ROOF = folder.write('roof.obj', 'v -1 -1 30\nv 1 -1 30\nv 1 1 30\nv -1 1 30\nf 1 2 3 4\n');
/** A pyramid on its tip at (1, 0, 5), its base at 7. */
const TIP = folder.write('tip.obj', 'v 1 0 5\nv 3 0 7\nv 0 2 7\nv 0 -2 7\nf 1 2 3\nf 1 3 4\nf 1 4 2\n');
/** A table without legs: 2 × 4 at height 1. */
const TABLE = folder.write('table.obj', 'v -1 -2 1\nv 1 -2 1\nv 1 2 1\nv -1 2 1\nf 1 2 3 4\n');

const part = (name: string, path: string, more: Partial<ScenePart> = {}): ScenePart => ({
  name,
  source: { kind: 'file', path },
  transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
  placement: { kind: 'once' },
  place,
  ...more,
});
const at = (x: number, y: number, z = 0) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
const ground: LabelRule = { match: '*', part: 'slope', on: 'any', classification: 2, place };

const load = (parts: ScenePart[], labels: LabelRule[] = [ground]) =>
  loadScene({ parts, labels, materials: [] }, { files: nodeFiles, log: keepingLog() });

/** World places of the corners of the object called `name`. */
async function cornersIn(parts: ScenePart[], name: string, labels?: LabelRule[]): Promise<Vec3[]> {
  const scene = await load(parts, labels);
  const id = scene.names.instances.indexOf(name);
  return scene.instances.flatMap(({ mesh: index, surfaceBase }) => {
    const { positions, indices, triangleGroup, origin } = scene.meshes[index];
    const own = [...indices].filter(
      (_, k) => scene.surfaces[surfaceBase + triangleGroup[Math.floor(k / 3)]].instance === id,
    );
    return own.map((v): Vec3 => [0, 1, 2].map((k) => positions[3 * v + k] + origin[k]) as unknown as Vec3);
  });
}
const heightsOf = async (...given: Parameters<typeof cornersIn>) =>
  [...new Set((await cornersIn(...given)).map(([, , z]) => z.toFixed(4)))].map(Number).sort((a, b) => a - b);

describe('a part that stands on the ground', () => {
  it('has its lowest vertex on the surface below', async () => {
    const parts = [part('slope', SLOPE), part('tip', TIP, { transform: at(4, 5, 100), stand: { by: 'surface' } })];
    // The tip is at (5, 5): 10 + 0.5 + 1.
    expect(await heightsOf(parts, 'tip')).toEqual([11.5, 13.5]);
  });

  it('stands on the middle of its lowest side', async () => {
    const parts = [part('table', TABLE, { transform: at(3, -4), stand: { by: 'surface' } }), part('slope', SLOPE)];
    expect(await heightsOf(parts, 'table')).toEqual([10 + 0.3 - 0.8]);
  });

  it('stands on class ground only, or on the part that it names', async () => {
    const parts = (stand: ScenePart['stand']) => [
      part('slope', SLOPE),
      part('roof', ROOF),
      part('tip', TIP, { transform: at(-1, 0), stand }),
    ];
    expect(await heightsOf(parts({ by: 'surface' }), 'tip')).toEqual([10, 12]);
    expect(await heightsOf(parts({ part: 'roof', by: 'surface' }), 'tip')).toEqual([30, 32]);
    const roofs: LabelRule = { ...ground, part: 'roof' };
    expect(await heightsOf(parts({ by: 'surface' }), 'tip', [ground, roofs])).toEqual([30, 32]);
  });

  it('stands with each of its placements', async () => {
    const transforms = [at(0, 0, 3), at(9, 0, -3), at(0, 10)];
    const parts = [
      part('slope', SLOPE),
      part('tip', TIP, { placement: { kind: 'list', transforms }, stand: { by: 'surface' } }),
    ];
    for (const [k, height] of [10.1, 11, 12.1].entries())
      expect(await heightsOf(parts, `tip#${k + 1}`)).toEqual([height, height + 2]);
  });

  it('goes as deep into its ground as it is told to, and others stand on it there', async () => {
    const transforms = [at(0, 0, 3), at(9, 0, -3)];
    const sunk = [
      part('slope', SLOPE),
      part('tip', TIP, { placement: { kind: 'list', transforms }, stand: { by: 'surface', sink: 0.3 } }),
    ];
    for (const [k, height] of [9.8, 10.7].entries())
      expect(await heightsOf(sunk, `tip#${k + 1}`)).toEqual([height, height + 2]);
    const plane = { by: 'plane-lowest', sink: 0.5 } as const;
    const parts = [
      part('slope', SLOPE),
      part('table', TABLE, { transform: at(3, -4), stand: plane }),
      part('tip', TIP, { transform: at(2, -4), stand: { part: 'table', by: 'surface' } }),
    ];
    expect(await heightsOf(parts, 'table')).toEqual([8.5]);
    expect(await heightsOf(parts, 'tip')).toEqual([8.5, 10.5]);
  });

  it('stands on parts that stand, too, by their names', async () => {
    const stand = { by: 'surface' } as const;
    const parts = [
      part('tip', TIP, { transform: at(-1, 0), stand: { part: 'table', ...stand } }),
      part('table', TABLE, { stand }),
      part('slope', SLOPE),
    ];
    expect(await heightsOf(parts, 'table')).toEqual([10]);
    expect(await heightsOf(parts, 'tip')).toEqual([10, 12]);
  });

  it('has a vertex on the plane of the ground, its lowest or the closest', async () => {
    const standing = (by: 'plane-lowest' | 'plane-closest') => [
      part('slope', SLOPE),
      part('table', TABLE, { transform: at(3, -4), stand: { by } }),
    ];
    // The first of the lowest vertices is (2, −6); the plane is highest under (4, −2).
    expect(await heightsOf(standing('plane-lowest'), 'table')).toEqual([10 + 0.2 - 1.2]);
    expect(await heightsOf(standing('plane-closest'), 'table')).toEqual([10 + 0.4 - 0.4]);
  });

  it.each<[string, ScenePart[], RegExp]>([
    [
      'beside the ground',
      [part('slope', SLOPE), part('tip', TIP, { transform: at(50, 0), stand: { by: 'surface' } })],
      /^survey.yaml:7: tip stands on the ground, but there is no surface of class ground or road surface below the middle of its lowest corners, at \(51.000, 0.000\)/,
    ],
    [
      'beside a part',
      [
        part('slope', SLOPE),
        part('tip', TIP, {
          placement: { kind: 'list', transforms: [at(0, 0), at(0, 60)] },
          stand: { part: 'slope', by: 'plane-lowest' },
        }),
      ],
      /^survey.yaml:7: tip#2 stands on the ground, but there is nothing of part slope below its lowest corner, at \(1.000, 60.000\)/,
    ],
    [
      'on each other',
      [
        part('a', TIP, { stand: { part: 'b', by: 'surface' } }),
        part('b', TIP, { stand: { part: 'a', by: 'surface' } }),
      ],
      /the parts a, b stand on each other/,
    ],
  ])('is refused %s', async (_, parts, message) => {
    expect(String(await faultOf(load(parts)))).toMatch(message);
  });

  it('stands on what the file says is ground, unless a label says otherwise', async () => {
    folder.write('ground.mtl', 'newmtl g\nhelios_isGround true\n');
    const own = folder.write(
      'own.obj',
      'mtllib ground.mtl\nv -9 -9 3\nv 9 -9 3\nv 9 9 3\nv -9 9 3\nusemtl g\nf 1 2 3 4\n',
    );
    const parts = [part('own', own), part('tip', TIP, { stand: { by: 'surface' } })];
    expect(await heightsOf(parts, 'tip', [])).toEqual([3, 5]);
    const scene = await load(parts, []);
    expect(scene.surfaces.map(({ classification, isGround }) => [classification, isGround])).toEqual([
      [1, true],
      [1, undefined],
    ]);
    expect(finish(groundHeights(scene, { min: [0, 0], max: [1, 1] }, place)).heightAt(0, 0)).toBe(3);
    const built: LabelRule = { ...ground, part: 'own', classification: 6 };
    expect(String(await faultOf(load(parts, [built])))).toMatch(/no surface of class ground/);
  });

  it('is no ground for others', async () => {
    const grounds = [ground, { ...ground, part: 't*' }];
    const stand = { by: 'surface' } as const;
    const parts = [
      part('slope', SLOPE),
      part('table', TABLE, { stand }),
      part('tip', TIP, { transform: at(-1, 0), stand }),
    ];
    expect(await heightsOf(parts, 'tip', grounds)).toEqual([10, 12]);
  });
});

const TOYS = join(WHOLE, 'helios/data/sceneparts');

it.skipIf(!existsSync(TOYS))(
  'stands as the cube of HELIOS++ with onGround -1 (skipped where ../shared is absent)',
  async () => {
    const [c, s] = [0.5 * Math.SQRT1_2, 0.5 * Math.SQRT1_2];
    const parts = [
      part('plane', join(TOYS, 'basic/groundplane/groundplane.obj'), {
        transform: [70, 0, 0, 20, 0, 70, 0, 0, 0, 0, 70, 0],
      }),
      part('cube', join(TOYS, 'toyblocks/cube.obj'), {
        transform: [c, -s, 0, -45, s, c, 0, 10, 0, 0, 0.5, 10],
        stand: { by: 'plane-closest' },
        instance: 2,
      }),
    ];
    // Its points in als_toyblocks reach from 0 to 10.05 m, with noise of some millimetres.
    const heights = await heightsOf(parts, 'cube', []);
    expect([heights[0], heights.at(-1)]).toEqual([0, 10.0431]);
  },
);

describe('PlaneFit', () => {
  it('finds the plane of points with noise along its normal', () => {
    const random = testRandom(11);
    const fit = new PlaneFit();
    const normal = [-0.3, 0.2, 1].map((value) => value / Math.hypot(0.3, 0.2, 1));
    for (let k = 0; k < 20_000; k++) {
      const [x, y] = [474500 + 100 * random(), 5474500 + 50 * random()];
      const off = random() - 0.5;
      const z = 200 + 0.3 * (x - 474500) - 0.2 * (y - 5474500);
      fit.add([x + off * normal[0], y + off * normal[1], z + off * normal[2]]);
    }
    const plane = fit.plane()!;
    // Standard errors: 0.29 / (50 / √12) / √20000 = 1.4e-4 of the slope to the north, half of it to the east.
    expect(plane.east).toBeCloseTo(0.3, 3);
    expect(plane.north).toBeCloseTo(-0.2, 3);
    expect(planeHeight(plane, 474550, 5474525)).toBeCloseTo(200 + 15 - 5, 1);
  });

  it('finds no plane where none is, or an upright one', () => {
    expect(new PlaneFit().plane()).toBeUndefined();
    const upright = new PlaneFit();
    for (const point of [
      [0, 0, 0],
      [0, 1, 0],
      [0, 1, 1],
      [0, 0, 1],
    ] as const)
      upright.add(point);
    expect(upright.plane()).toBeUndefined();
  });
});

describe('groundHeights', () => {
  it('are those of classes ground and road surface, highest and lowest', async () => {
    const grounds = [ground, { ...ground, part: 'roof', classification: 11 }];
    const parts = [part('slope', SLOPE), part('roof', ROOF), part('table', TABLE, { transform: at(0, 0, 99) })];
    const area = { min: [-30, -30], max: [30, 30] } as const;
    const heights = finish(groundHeights(await load(parts, grounds), area, place));
    expect(heights.heightAt(0.5, 0.5)).toBeCloseTo(30, 5);
    expect(heights.heightAt(0.5, 0.5, 20)).toBeCloseTo(10.15, 5);
    expect(heights.lowestAt(0.5, 0.5)).toBeCloseTo(10.15, 5);
    expect(heights.lowestAt(5, 5)).toBeCloseTo(11.5, 5);
    expect(heights.heightAt(25, 0)).toBeUndefined();
    expect(heights.lowestAt(25, 0)).toBeUndefined();
  });

  it('are those of copies, too', async () => {
    const transforms = [at(0, 0), at(100, 0, 5)];
    const many = Array.from({ length: 40_000 }, (_, k) => at(1000 + (k % 200), 1000 + Math.floor(k / 200)));
    const parts = [part('slope', SLOPE, { placement: { kind: 'list', transforms: [...transforms, ...many] } })];
    const heights = finish(groundHeights(await load(parts), { min: [0, 0], max: [100, 0] }, place));
    expect(heights.heightAt(100, 0)).toBeCloseTo(15, 4);
  });
});
