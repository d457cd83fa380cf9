import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random-stream.js';
import { MeshBuilder } from '../../src/procedural/mesh-builder.js';
import { ball, bar, block, box, lathe, post, tube } from '../../src/procedural/shapes.js';
import { buildCar, CAR_BODIES } from '../../src/procedural/street/car.js';
import { doubleArea, openEdges, signedVolume } from './models.js';

const SOLIDS: Record<string, { draw(builder: MeshBuilder): void; volume: number }> = {
  box: { draw: (b) => box(b, [1, 2, 3], [2, 4, 6]), volume: 6 },
  block: { draw: (b) => block(b, [5, 5, 5], [1, 2, 3]), volume: 6 },
  bar: { draw: (b) => bar(b, [1, 1, 1], [3, 2, 0], 0.5, 64), volume: Math.PI * 0.25 * Math.sqrt(6) },
  post: { draw: (b) => post(b, [4, 4, 0], 3, 1, 128), volume: 3 * Math.PI },
  'pointed tube': {
    draw: (b) =>
      tube(
        b,
        [
          [0, 0, 0],
          [0, 0, 3],
        ],
        [1, 1],
        128,
        { start: 'flat', end: 'point' },
      ),
    volume: Math.PI,
  },
  lathe: {
    draw: (b) =>
      lathe(
        b,
        2,
        2,
        [
          [1, 0],
          [2, 1],
          [1, 2],
        ],
        128,
      ),
    volume: (2 * Math.PI * (1 + 2 + 4)) / 3,
  },
  ball: { draw: (b) => ball(b, [1, 2, 3], [1, 2, 0.5], 48, 96), volume: (4 / 3) * Math.PI },
};

describe('shapes', () => {
  it.each(Object.keys(SOLIDS))('%s is closed and looks outwards', (name) => {
    const builder = new MeshBuilder('solid').part('all', 'steel');
    SOLIDS[name].draw(builder);
    const mesh = builder.build();
    expect(openEdges(mesh)).toBe(0);
    expect(signedVolume(mesh) / SOLIDS[name].volume).toBeCloseTo(1, 2);
  });

  it('keep the thickness of a bent tube, and have no open edge', () => {
    const builder = new MeshBuilder('tube').part('all', 'steel');
    const path = Array.from({ length: 9 }, (_, i): [number, number, number] => [
      Math.cos(i / 4),
      Math.sin(i / 4),
      i / 8,
    ]);
    tube(
      builder,
      path,
      path.map(() => 0.1),
      16,
      { start: 'flat', end: 'flat' },
    );
    const mesh = builder.build();
    expect(openEdges(mesh)).toBe(0);
    expect(signedVolume(mesh)).toBeGreaterThan(0);
  });

  it('enclose the volume of a car body', () => {
    for (const body of CAR_BODIES) {
      const volume = signedVolume(buildCar('car', body, 'car_paint_red', 2).build());
      expect(volume).toBeGreaterThan(5);
      expect(volume).toBeLessThan(16);
    }
  });
});

describe('MeshBuilder', () => {
  it('leaves out triangles without area and keeps slim ones', () => {
    const builder = new MeshBuilder('mesh').part('all', 'steel');
    const [a, b, c, d] = [
      builder.vertex(0, 0, 0),
      builder.vertex(1, 0, 0),
      builder.vertex(2, 0, 0),
      builder.vertex(0, 1e-4, 0),
    ];
    builder.triangle(a, b, c);
    builder.triangle(a, a, b);
    builder.triangle(a, b, d);
    const mesh = builder.build();
    expect([...mesh.indices]).toEqual([a, b, d]);
    expect(doubleArea(mesh, 0)).toBeGreaterThan(0);
  });

  it('nests frames and keeps objects, groups and materials apart', () => {
    const builder = new MeshBuilder('mesh').part('one', 'steel');
    builder.within([0, -1, 0, 10, 1, 0, 0, 0, 0, 0, 1, 0], () =>
      builder.within([1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0], () => box(builder, [0, 0, 0], [1, 2, 3])),
    );
    builder.object('other').part('two', 'glass');
    box(builder, [0, 0, 0], [1, 1, 1]);
    const mesh = builder.build();
    expect([...mesh.positions.subarray(0, 6)]).toEqual([10, 1, 0, 10, 2, 0]);
    expect(mesh.groups.map(({ object, group }) => `${object}/${group}`)).toEqual(['mesh/one', 'other/two']);
    expect(mesh.triangleGroup.indexOf(1)).toBe(12);
  });
});

describe('RandomStream', () => {
  it('gives the same numbers for ever', () => {
    const random = new RandomStream(1, 'test');
    expect([random.bits(), random.bits(), random.bits()]).toMatchInlineSnapshot(`
      [
        1669019969,
        1978771397,
        3296655886,
      ]
    `);
  });

  it('is even: mean, spread and bits of a million numbers', () => {
    const random = new RandomStream(42, 'even');
    const bits = new Array<number>(32).fill(0);
    let sum = 0;
    const count = 200_000;
    for (let i = 0; i < count; i++) {
      const value = random.bits();
      sum += value / 2 ** 32;
      for (let bit = 0; bit < 32; bit++) bits[bit] += (value >>> bit) & 1;
    }
    expect(sum / count).toBeCloseTo(0.5, 2);
    for (const ones of bits) expect(ones / count).toBeCloseTo(0.5, 2);
  });

  it('has streams of their own for names and seeds beyond 32 bits', () => {
    const firsts = [
      new RandomStream(1, 'a'),
      new RandomStream(1, 'b'),
      new RandomStream(2, 'a'),
      new RandomStream(1 + 2 ** 32, 'a'),
      new RandomStream(-1, 'a'),
    ];
    expect(new Set(firsts.map((random) => random.bits())).size).toBe(firsts.length);
    const random = new RandomStream(1, 'a');
    const before = random.fork('x').bits();
    random.bits();
    expect(random.fork('x').bits()).toBe(before);
  });
});
