import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compose, rotation, transformPoint } from '../../../src/base/affine.js';
import { generateModel } from '../../../src/procedural/generate.js';
import { boxesOf, runYard, withinBox } from './yard.js';

const WISH = {
  size: { length: 40, traffic: 3, parked: 0.9, people: 12 },
  details: { vehicles: { car: 3, van: 1, bicycle: 1 } },
} as const;
const TURNED = 35;
const TRIANGLES = 60_000;

const GENERATED = `{ kind: street, seed: 5, triangles: ${TRIANGLES}, length: 40, traffic: 3, parked: 0.9, people: 12, vehicles: { car: 3, van: 1, bicycle: 1 } }`;

interface ListedBox {
  instance: number;
  name: string;
  size: number[];
  points: number;
  world: { centre: number[]; heading: number; hasFront: boolean };
}

let run: Awaited<ReturnType<typeof runYard>>;
let boxes: ListedBox[];
beforeAll(async () => {
  run = await runYard({
    scene: `scene: { parts: [ { name: s, generate: ${GENERATED}, transform: { rotate: [0, 0, ${TURNED}] } } ] }`,
    legs: 'legs: [ { position: [0, 0, 2.2], duration: 0.1 } ]',
    frames: 'frames: { dataset: semantic-kitti, folder: f }',
  });
  boxes = boxesOf(join(run.folder, 'f'), 0).boxes;
});

describe('the boxes of a street', () => {
  it('hold exactly the points of their objects', () => {
    const seen = boxes.filter(({ points }) => points > 0);
    expect(seen.length).toBeGreaterThan(8);
    const counted = new Set(boxes.map(({ instance }) => instance));
    for (const { name, instance, points, size, world } of seen) {
      const half = size.map((side) => side / 2 + 2e-3);
      const inside = run.cloud.filter(({ at }) =>
        withinBox(world, at as unknown as [number, number, number]).every(
          (value, axis) => Math.abs(value) <= half[axis],
        ),
      );
      const own = run.cloud.filter((point) => point.instance === instance);
      expect(own.length, name).toBe(points);
      expect(
        inside.filter((point) => counted.has(point.instance)),
        name,
      ).toEqual(own);
    }
  });

  it('look where their vehicles drive and their people go', () => {
    const model = generateModel('street', { seed: 5, triangles: TRIANGLES, ...WISH });
    const turn = rotation([0, 0, 1], (TURNED * Math.PI) / 180);
    const seen = new Map<string, number>();
    for (const { name, transform } of model.instances) {
      const box = boxes.find((listed) => listed.name === `s/${name}`);
      if (!box) continue;
      const placed = compose(turn, transform);
      const [from, to] = [transformPoint(placed, [0, 0, 0]), transformPoint(placed, [1, 0, 0])];
      expect(box.world.hasFront, name).toBe(true);
      const front = Math.atan2(to[1] - from[1], to[0] - from[0]);
      expect(Math.cos(box.world.heading - front), name).toBeCloseTo(1, 9);
      const kind = name.split('_')[0];
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      // Vehicles are longer than wide.
      if (kind !== 'person') expect(box.size[0], name).toBeGreaterThan(box.size[1]);
    }
    expect([...seen.keys()].sort()).toEqual(['bicycle', 'car', 'person', 'van']);
    const headings = boxes.map(({ world }) => Math.round(world.heading));
    // Both lanes have their own direction.
    expect(new Set(headings).size).toBeGreaterThan(1);
  });
});
