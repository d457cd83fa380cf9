import { describe, expect, it } from 'vitest';
import { type Affine, compose, rotation, scaling, transformPoint, translation } from '../../src/base/affine.js';
import { finish } from '../../src/base/steps.js';
import { type Box3, emptyBox, growBox, length, type Vec3 } from '../../src/base/vec3.js';
import { growByCopies } from '../../src/scene/box-of-copies.js';
import { flatten } from '../../src/scene/flatten.js';
import type { Mesh } from '../../src/scene/model.js';
import { partBoxes } from '../../src/scene/place/part-boxes.js';
import { testRandom } from '../support/random.js';

type Random = () => number;

/** Vertices in a ball, a tower or a sliver; the last vertex, far away, is used by no triangle. */
function meshOf(random: Random, vertices: number, stretch: Vec3 = [1, 1, 1]): Mesh {
  const positions = Float32Array.from({ length: 3 * (vertices + 1) }, (_, k) => (random() - 0.5) * stretch[k % 3]);
  positions.fill(1e6, 3 * vertices);
  return {
    name: 'm',
    origin: [3, -2, 1],
    positions,
    indices: Uint32Array.from({ length: 3 * vertices }, (_, i) => i % vertices),
    triangleGroup: new Uint16Array(vertices),
    groups: [{ object: 'o', group: '', material: 0 }],
  };
}

const boxOf = (mesh: Mesh, transforms: readonly Affine[]): Box3 => {
  const box = emptyBox();
  finish(growByCopies(box, mesh, transforms));
  return box;
};

/** The box of all vertices that are used, one by one. */
function slowBox({ positions, indices, origin }: Mesh, transforms: readonly Affine[]): Box3 {
  const box = emptyBox();
  for (const transform of transforms)
    for (const i of indices) {
      const at = [0, 1, 2].map((axis) => positions[3 * i + axis] + origin[axis]) as unknown as Vec3;
      growBox(box, ...transformPoint(transform, at));
    }
  return box;
}

const close = ({ min, max }: Box3) => ({
  min: min.map((value) => expect.closeTo(value, 9)),
  max: max.map((value) => expect.closeTo(value, 9)),
});

const Y_UP = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];
const place = (random: Random): Affine => translation([20 * random(), 20 * random(), 2 * random()]);
const turnOf = (random: Random): Affine => {
  const axis: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
  const size = length(axis);
  return rotation([axis[0] / size, axis[1] / size, axis[2] / size], 7 * random());
};

/** Ways in which copies are turned. */
const TURNS: Readonly<Record<string, (random: Random) => Affine>> = {
  upright: (random) => rotation([0, 0, 1], 7 * random()),
  'upright, from y up, scaled': (random) =>
    compose(rotation([0, 0, 1], 7 * random()), compose(scaling([2, 2, 2]), Y_UP)),
  'about x': (random) => rotation([1, 0, 0], 7 * random()),
  'any way': turnOf,
  'by quarters': (random) => rotation([0, 0, 1], (Math.PI / 2) * Math.floor(4 * random())),
};

describe('the box of copies', () => {
  it.each(
    Object.keys(TURNS).flatMap((turn) =>
      [1, 3, 200].flatMap((copies) => [1, 3, 400].map((size) => [turn, copies, size] as const)),
    ),
  )('is that of their vertices: turned %s, %d copies of %d vertices', (turn, copies, size) => {
    const random = testRandom(copies + size);
    for (const stretch of [
      [1, 1, 1],
      [0.1, 0.2, 5],
      [4, 0, 0.1],
    ] as const) {
      const mesh = meshOf(random, size, stretch);
      const transforms = Array.from({ length: copies }, () => compose(place(random), TURNS[turn](random)));
      const expected = close(slowBox(mesh, transforms));
      expect(boxOf(mesh, transforms)).toEqual(expected);
      // Once more, with what is kept.
      expect(boxOf(mesh, transforms)).toEqual(expected);
    }
  });

  it('is that of the scene, and of the part', () => {
    const random = testRandom(1);
    const mesh = meshOf(random, 300, [1, 5, 1]);
    const transforms = Array.from({ length: 30 }, () => compose(place(random), TURNS.upright(random)));
    const inner = rotation([0, 0, 1], 0.3);
    const both = transforms.map((transform) => compose(transform, inner));
    const expected = close(slowBox(mesh, both));
    const model = { meshes: [mesh], instances: [{ mesh: 0, name: '', transform: inner }], materials: [] };
    expect(partBoxes([{ model, transforms }])).toEqual([expected]);
    const surfaces = [{ instance: 1, material: 0, classification: 1, semantic: 0 }];
    expect(finish(flatten(both.map((transform) => ({ mesh, transform, surfaces })))).bounds).toEqual(expected);
  });

  it('takes no time for each vertex of each copy', () => {
    const random = testRandom(2);
    const mesh = meshOf(random, 50_000);
    // In a row, so that all reach equally far by their turned boxes.
    const transforms = Array.from({ length: 50_000 }, (_, k) =>
      compose(translation([3 * k, 0, 0]), TURNS.upright(random)),
    );
    const began = performance.now();
    const { max } = boxOf(mesh, transforms);
    // One by one, 2.5 billion vertices take a minute.
    expect(performance.now() - began).toBeLessThan(5000);
    expect(max[0]).toBeGreaterThan(3 * 49_999);
  });
});
