import { rmSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Affine,
  determinant,
  IDENTITY,
  rotation,
  scaling,
  transformPoint,
  translation,
} from '../../../src/base/affine.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { finish } from '../../../src/base/steps.js';
import type { Mesh, Model } from '../../../src/scene/model.js';
import { readPlacementTable } from '../../../src/scene/place/csv-placement.js';
import { HeightGrid } from '../../../src/scene/place/height-grid.js';
import { placeParts } from '../../../src/scene/place/place-parts.js';
import { scatterPlaces } from '../../../src/scene/place/scatter.js';
import type { PartPlacement, ScatterPlacement, ScenePart } from '../../../src/scene/scene-description.js';
import { outliers } from '../../support/outliers.js';
import { testRandom } from '../../support/random.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const place = { file: 'survey.yaml', line: 7 };

function modelOf(positions: number[], instances: Affine[] = [IDENTITY]): Model {
  const count = positions.length / 9;
  const mesh: Mesh = {
    name: 'm',
    origin: [0, 0, 0],
    positions: Float32Array.from(positions),
    indices: Uint32Array.from({ length: 3 * count }, (_, i) => i),
    triangleGroup: new Uint16Array(count),
    groups: [{ object: '', group: '', material: 0 }],
  };
  return { meshes: [mesh], materials: [], instances: instances.map((transform) => ({ mesh: 0, name: '', transform })) };
}

const scatter = (more: Partial<ScatterPlacement> = {}): ScatterPlacement => ({
  kind: 'scatter',
  count: 200,
  seed: 5,
  min: [-50, 100],
  max: [50, 180],
  scaleMin: 0.5,
  scaleMax: 2,
  spacing: 3,
  ...more,
});
const positionsOf = (places: readonly Affine[]) => places.map((m) => [m[3], m[7], m[11]]);

describe('readPlacementTable', () => {
  const folder = temporaryFolder();

  it('refuses a table of more than 256 MiB, with its size', async () => {
    const path = folder.write('huge.csv', 'x,y\n');
    truncateSync(path, 2 ** 28 + 1);
    expect(String(await faultOf(readPlacementTable(nodeFiles, path))).split('\n')[0]).toBe(
      `${path}: has 268435457 bytes; at most 268435456 are allowed here`,
    );
    rmSync(path);
  });
});

describe('scatterPlaces', () => {
  const flat = () => 0;

  it('keeps the spacing and the rectangle', () => {
    const places = finish(scatterPlaces(scatter(), 'trees', flat));
    expect(places).toHaveLength(200);
    const points = positionsOf(places);
    const isInside = ([x, y, z]: number[]) => x >= -50 && x < 50 && y >= 100 && y < 180 && z === 0;
    expect(outliers(points, isInside)).toEqual([]);
    const pairs = points.flatMap((one, i) => points.slice(0, i).map((other) => [one, other]));
    expect(outliers(pairs, ([[x, y], [u, v]]) => Math.hypot(x - u, y - v) >= 3)).toEqual([]);
    const scales = places.map((m) => Math.hypot(m[0], m[4]));
    expect(Math.min(...scales)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...scales)).toBeLessThanOrEqual(2);
  });

  it('gives the same places for the same seed and name, others for others', () => {
    const first = finish(scatterPlaces(scatter(), 'trees', flat));
    expect(finish(scatterPlaces(scatter(), 'trees', flat))).toEqual(first);
    expect(finish(scatterPlaces(scatter({ seed: 6 }), 'trees', flat))[0]).not.toEqual(first[0]);
    expect(finish(scatterPlaces(scatter(), 'stones', flat))[0]).not.toEqual(first[0]);
    // Pinned: a change here changes everybody's scenes.
    expect(positionsOf(first).slice(0, 2)).toMatchInlineSnapshot(`
      [
        [
          -28.664675704203546,
          114.96113508939743,
          0,
        ],
        [
          18.362646689638495,
          155.0270696170628,
          0,
        ],
      ]
    `);
  });

  it('ends where the ground is full, and places freely without spacing', () => {
    const places = finish(scatterPlaces(scatter({ spacing: 30 }), 'trees', flat));
    expect(places.length).toBeGreaterThan(5);
    expect(places.length).toBeLessThan(20);
    expect(finish(scatterPlaces(scatter({ spacing: 0, count: 5000 }), 'trees', flat))).toHaveLength(5000);
    expect(finish(scatterPlaces(scatter({ spacing: 1e-9, count: 5000 }), 'trees', flat))).toHaveLength(5000);
  });

  it('stands only where there is ground', () => {
    const places = finish(scatterPlaces(scatter(), 'trees', (x) => (x > 0 ? 7 : undefined)));
    expect(positionsOf(places).every(([x, , z]) => x > 0 && z === 7)).toBe(true);
  });
});

describe('HeightGrid', () => {
  it('finds the highest surface, as trying all triangles does', () => {
    const seed = 12;
    const random = testRandom(seed);
    const size = (i: number) => (i % 50 === 0 ? 60 : 6);
    const triangles = Array.from({ length: 2000 }, (_, i) => {
      const [x, y] = [random() * 100, random() * 100];
      return Array.from({ length: 3 }, () => [x + random() * size(i), y + random() * size(i), random() * 20]).flat();
    }).flat();
    const model = modelOf(triangles, [IDENTITY, translation([3, -2, 5])]);
    const transforms = [rotation([0, 0, 1], 0.1), scaling([-1, 1, 1])];
    const grid = finish(HeightGrid.over([{ model, transforms }], { min: [-20, 0], max: [80, 90] }, place));
    const world = model.instances.flatMap((instance) =>
      [rotation([0, 0, 1], 0.1), scaling([-1, 1, 1])].flatMap((m) =>
        cornersOf(model.meshes[0]).map((corners) =>
          corners.map(([x, y, z]) => transformPoint(m, transformPoint(instance.transform, [x, y, z]))),
        ),
      ),
    );
    for (let i = 0; i < 500; i++) {
      const [x, y] = [random() * 100 - 20, random() * 90];
      const heights = world.map((corners) => heightOf(corners, x, y)).filter((z) => z !== undefined);
      const expected = heights.length > 0 ? Math.max(...heights) : undefined;
      const found = grid.heightAt(x, y);
      if (expected === undefined) expect(found, `seed ${seed}, point ${i}`).toBeUndefined();
      else expect(found, `seed ${seed}, point ${i}`).toBeCloseTo(expected, 6);
    }
  });

  it('has no gap between two triangles', () => {
    const model = modelOf([0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 0, 0, 10, 10, 0, 0, 10, 0]);
    const grid = finish(HeightGrid.over([{ model, transforms: [IDENTITY] }], { min: [0, 0], max: [10, 10] }, place));
    for (let i = 0; i <= 100; i++) expect(grid.heightAt(i / 10, i / 10)).toBe(0);
    expect(grid.heightAt(11, 5)).toBeUndefined();
  });
});

function heightOf([a, b, c]: (readonly number[])[], x: number, y: number): number | undefined {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
  const v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
  return u >= 0 && v >= 0 && u + v <= 1 ? a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]) : undefined;
}

describe('placeParts', () => {
  const folder = temporaryFolder();
  const ground = modelOf([-100, -100, 5, 100, -100, 5, 0, 300, 5]);
  const part = (name: string, placement: PartPlacement, transform: Affine = IDENTITY): ScenePart => ({
    name,
    source: { kind: 'file', path: `${name}.obj` },
    transform,
    placement,
    place,
  });
  const put = (parts: ScenePart[], log = keepingLog()) =>
    placeParts(
      parts,
      parts.map(() => ground),
      { files: nodeFiles, log },
    );

  it('applies the part’s transform first, then the placement’s', async () => {
    const csv = folder.write('places.csv', 'x,y,z\n1,2,3\n4,5,6\n');
    const [once, list, table] = await put([
      part('a', { kind: 'once' }, scaling([2, 2, 2])),
      part('b', { kind: 'list', transforms: [translation([10, 0, 0])] }, scaling([2, 2, 2])),
      part('c', { kind: 'csv', path: csv }, scaling([2, 2, 2])),
    ]);
    const image = (m: Affine) => transformPoint(m, [1, 1, 1]);
    expect(once.transforms.map(image)).toEqual([[2, 2, 2]]);
    expect(list.transforms.map(image)).toEqual([[12, 2, 2]]);
    expect(table.transforms.map(image)).toEqual([
      [3, 4, 5],
      [6, 7, 8],
    ]);
  });

  it('makes an empty part of a table without rows, in words, and nothing of a row of the scale 0', async () => {
    const log = keepingLog();
    const none = folder.write('none.csv', 'x,y,scale\n');
    const csv = folder.write('scales.csv', 'x,y,scale\n1,2,1\n3,4,0\n5,6,2\n');
    const [empty, some] = await put(
      [part('a', { kind: 'csv', path: none }), part('b', { kind: 'csv', path: csv })],
      log,
    );
    expect(empty.transforms).toEqual([]);
    expect(log.warnings).toEqual([`${none}: the table holds no instance, so that part a is empty`]);
    // Its place stays, so that other rows keep their numbers: the scene leaves it out.
    expect(some.transforms.map((m) => determinant(m))).toEqual([1, 0, 8]);
  });

  it('stands parts on others, in whatever order they come', async () => {
    const parts = await put([
      part('moss', scatter({ min: [-10, 0], max: [10, 20], on: 'stones', spacing: 0, count: 20 })),
      part(
        'stones',
        scatter({ min: [-10, 0], max: [10, 20], on: 'ground', spacing: 0, count: 3, scaleMin: 1, scaleMax: 1 }),
      ),
      part('ground', { kind: 'once' }),
    ]);
    expect(parts.map(({ description }) => description.name)).toEqual(['moss', 'stones', 'ground']);
    expect(new Set(positionsOf(parts[1].transforms).map(([, , z]) => z))).toEqual(new Set([5]));
    expect(new Set(positionsOf(parts[0].transforms).map(([, , z]) => z))).toEqual(new Set([10]));
  });

  it('keeps the spacing from parts that are named, scattered or listed, and from no others', async () => {
    const area = { min: [-20, 0], max: [20, 40], spacing: 4, count: 40 } as const;
    const oaks = part('oaks', scatter(area));
    const post = part('post', { kind: 'list', transforms: [translation([3, 20, 0])] });
    const firs = (clearOf?: string[]) => part('firs', scatter({ ...area, ...(clearOf && { clearOf }) }));
    const log = keepingLog();
    const nearest = async (parts: ScenePart[]) => {
      const placed = await put(parts, log);
      const own = positionsOf(placed[placed.length - 1].transforms);
      const apart = ([x, y]: number[], to: number[][]) => Math.min(...to.map(([u, v]) => Math.hypot(x - u, y - v)));
      return placed
        .slice(0, -1)
        .map(({ transforms }) => Math.min(...own.map((one) => apart(one, positionsOf(transforms)))));
    };
    const clear = await nearest([oaks, post, firs(['oaks', 'post'])]);
    expect(clear.map((distance) => distance >= 4)).toEqual([true, true]);
    expect((await nearest([oaks, post, firs(['post'])])).map((distance) => distance >= 4)).toEqual([false, true]);
    expect((await nearest([oaks, post, firs()])).map((distance) => distance >= 4)).toEqual([false, false]);
    expect(log.warnings).toContainEqual(
      expect.stringMatching(/^firs: \d+ of 40 places are at least 4 m apart and from/),
    );
  });

  it('warns where there are fewer places than wanted', async () => {
    const log = keepingLog();
    const [{ transforms }] = await put([part('trees', scatter({ spacing: 30 }))], log);
    expect(log.warnings).toEqual([
      `trees: ${transforms.length} of 200 places are at least 30 m apart; no more were found`,
    ]);
  });

  it.each<[string, ScenePart[], string]>([
    [
      'zero scale',
      [part('a', { kind: 'once' }, scaling([1, 0, 1]))],
      'survey.yaml:7: the transform of a flattens it: one of its scales is 0',
    ],
    [
      'NaN',
      [part('a', { kind: 'list', transforms: [IDENTITY, translation([0, Number.NaN, 0])] })],
      'survey.yaml:7: the transform of a#2 has numbers that are not finite',
    ],
    [
      'parts on each other',
      [part('a', scatter({ on: 'b' })), part('b', scatter({ on: 'a' }))],
      'survey.yaml:7: the parts a, b stand on each other',
    ],
    ['a part on itself', [part('a', scatter({ on: 'a' }))], 'survey.yaml:7: the parts a stand on each other'],
    [
      'unknown ground',
      [part('a', scatter({ on: 'sky' }))],
      'survey.yaml:7: a stands on "sky", which is not a part of the scene',
    ],
    [
      'what keeps clear of a part that comes later',
      [part('a', scatter({ clearOf: ['b'] })), part('b', { kind: 'once' })],
      'survey.yaml:7: a keeps clear of b, which is placed after it',
    ],
    [
      'no ground',
      [part('a', scatter({ on: 'b', min: [900, 900], max: [910, 910] })), part('b', { kind: 'once' })],
      'survey.yaml:7: no place for a on b was found in its rectangle',
    ],
    ['no table', [part('a', { kind: 'csv', path: '/nowhere.csv' })], '/nowhere.csv: there is no such file'],
  ])('refuses %s', async (_, parts, message) => {
    expect(String(await faultOf(put(parts))).split('\n')[0]).toBe(message);
  });
});
