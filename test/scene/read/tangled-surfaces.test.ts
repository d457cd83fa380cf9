import { describe, expect, it } from 'vitest';
import { triangulateSurface } from '../../../src/scene/read/cityjson/triangulate-surface.js';

/** A ring in the plane z = 0. */
const ring = (points: readonly (readonly [number, number])[]): Float64Array =>
  Float64Array.from(points.flatMap(([x, y]) => [x, y, 0]));

/** The star {n/k}: each corner is joined to that k further on a circle. */
const star = (n: number, k: number): Float64Array =>
  ring(Array.from({ length: n }, (_, i) => (2 * Math.PI * ((i * k) % n)) / n).map((a) => [Math.cos(a), Math.sin(a)]));

/** A square with `count` triangular holes in rows. */
function sieve(count: number): { corners: Float64Array; rings: number[] } {
  const side = Math.ceil(Math.sqrt(count));
  const holes = Array.from({ length: count }, (_, i) => [(i % side) + 0.3, Math.floor(i / side) + 0.3] as const);
  const outer = [[0, 0], [side, 0], [side, side], [0, side]] as const; // biome-ignore format: a square
  const corners = holes.flatMap(([x, y]) => [[x, y], [x, y + 0.3], [x + 0.3, y]] as const); // biome-ignore format: a triangle
  return { corners: ring([...outer, ...corners]), rings: [4, ...holes.map(() => 3)] };
}

describe('surfaces that take long to be cut', () => {
  // Earcut takes the first of them minutes.
  it.each([
    ['a star of 16,001 corners', star(16_001, 8000), [16_001]],
    ['a star of 101 corners', star(101, 50), [101]],
  ])('are left out: %s', (_, corners, rings) => {
    const start = performance.now();
    expect(triangulateSurface(corners, rings)).toEqual({ corners: [], isDoubtful: false, isTangled: true });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('are left out: too many holes', () => {
    const { corners, rings } = sieve(4000);
    expect(triangulateSurface(corners, rings)).toMatchObject({ corners: [], isTangled: true });
  });
});

describe('large surfaces of other kinds are cut', () => {
  const comb = Array.from({ length: 1000 }, (_, k) => [k, k % 2 === 0 ? 0 : 1000] as const);
  it.each([
    ['a pentagram', star(5, 2), [5]],
    ['a star with few crossings', star(4001, 2), [4001]],
    ['a circle', star(16_001, 1), [16_001]],
    ['a comb', ring([...comb, [999, -1], [0, -1]]), [1002]],
    ['a slanting comb', ring([...comb, [999, -1], [0, -1]].map(([x, y]) => [x + y, y - x])), [1002]],
  ])('%s', (_, corners, rings) => {
    const found = triangulateSurface(corners, rings);
    expect(found.isTangled).toBeUndefined();
    expect(found.corners.length / 3).toBeGreaterThan(rings[0] / 3);
  });

  it('one with holes', () => {
    const { corners, rings } = sieve(500);
    const found = triangulateSurface(corners, rings);
    expect(found).toMatchObject({ isDoubtful: false });
  });
});
