import { describe, expect, it } from 'vitest';
import type { Studio } from '../../../studio/state/studio.js';
import { overGround, wordsOfBarePath } from '../../../studio/tools/over-ground.js';

/** A studio whose ground is that of a function, and the number of its calls. */
function studioOn(heightAt: (x: number, y: number) => number) {
  const asked: number[] = [];
  const ask = async (_name: string, { places }: { places: number[] }) => {
    asked.push(places.length / 2);
    return {
      ground: Float64Array.from({ length: places.length / 2 }, (_, k) => heightAt(places[2 * k], places[2 * k + 1])),
    };
  };
  return { asked, studio: { backend: { ask }, text: { value: '' } } as never as Studio };
}

describe('a path over the ground', () => {
  it('stays as it is over a plain', async () => {
    const { studio, asked } = studioOn(() => 5);
    const path = [[0, 0, 7], [50, 10, 7], [90, 80, 7]] as const; // biome-ignore format: points
    const found = await overGround(studio, path, 2, {});
    expect(found.points).toBe(path);
    expect(wordsOfBarePath(found)).toBeUndefined();
    expect(asked).toEqual([200]);
  });

  it('gets points where it would leave its height above hills, between those that were set', async () => {
    const hill = (x: number) => 8 * Math.sin(x / 15) ** 2;
    const { studio } = studioOn(hill);
    const path = [[0, 0, 2 + hill(0)], [60, 0, 2 + hill(60)], [120, 30, 2 + hill(120)]] as const; // biome-ignore format: points
    const { points: over } = await overGround(studio, path, 2, undefined);
    expect(over.filter((point) => path.includes(point as never))).toEqual(path);
    expect(over.length).toBeGreaterThan(8);
    expect(over.length).toBeLessThan(60);
    for (const [k, [x, y, z]] of over.entries()) {
      expect(z).toBeCloseTo(2 + hill(x), 6);
      if (k === 0) continue;
      // Half-way between two points it is within 0.3 m, too.
      const middle = [0, 1, 2].map((axis) => (over[k - 1][axis] + [x, y, z][axis]) / 2);
      expect(Math.abs(middle[2] - 2 - hill(middle[0]))).toBeLessThan(0.3);
      expect(x).toBeGreaterThan(over[k - 1][0]);
    }
  });

  it('stays as it is where no ground is known, and says so', async () => {
    const { studio } = studioOn(() => Number.NaN);
    const path = [[0, 0, 7], [50, 10, 7]] as const; // biome-ignore format: points
    const found = await overGround(studio, path, 2, undefined);
    expect(found.points).toBe(path);
    expect(wordsOfBarePath(found)).toBe(
      'No ground is known below the path, so that its height changes evenly from point to point. Label what is ground or road surface in the scene.',
    );
  });

  it('says how much of it has no ground below', async () => {
    const { studio } = studioOn((x) => (x < 30 ? 5 : Number.NaN));
    const found = await overGround(studio, [[0, 0, 7], [100, 0, 7]], 2, undefined); // biome-ignore format: points
    expect(wordsOfBarePath(found)).toMatch(/^No ground is known below 70 of 100 m of the path, /);
  });
});
