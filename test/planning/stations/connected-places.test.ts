import { describe, expect, it } from 'vitest';
import type { SceneProbe } from '../../../src/planning/scene-probe.js';
import { connectedPlaces, type GridPlace } from '../../../src/planning/stations/connected-places.js';
import { stationPlaces } from '../../../src/planning/stations/station-places.js';

/**
 * Places of a map of letters, rows from the south up: two neighbours see each other where they have the same letter.
 */
function mapOf(...rows: string[]) {
  const places = rows.flatMap((row, r) =>
    [...row].flatMap((letter, c): (GridPlace & { letter: string })[] =>
      letter === '.' ? [] : [{ column: c, row: r, at: [2 * c, 2 * r, 0.5], letter }],
    ),
  );
  const rays: number[][] = [];
  const letterAt = (x: number, y: number) => rows[Math.round(y / 2)]?.[Math.round(x / 2)];
  const cast = (list: Float64Array) =>
    Float64Array.from({ length: list.length / 6 }, (_, k) => {
      const [x, y, z, dx, dy, dz] = list.subarray(6 * k, 6 * k + 6);
      rays.push([x, y, z, dx, dy, dz]);
      return letterAt(x, y) === letterAt(x + dx, y + dy) ? 1 : 0.99;
    });
  const [together] = connectedPlaces({ cast } as unknown as SceneProbe, places, 1.5);
  return { letters: together.map((place) => (place as GridPlace & { letter: string }).letter).join(''), rays, places };
}

describe('places that hang together', () => {
  it('are the largest group of neighbours that see each other', () => {
    expect(mapOf('aab', 'aab', 'bbb').letters).toBe('bbbbb');
    expect(mapOf('aaa', '...', 'aa.').letters).toBe('aaa');
    expect(mapOf('a').letters).toBe('a');
  });

  it('are the first group of two as large', () => {
    expect(mapOf('ab', 'ab').letters).toBe('aa');
    expect(mapOf('a.b', 'a.b').letters).toBe('aa');
  });

  it('may touch across a corner, either way', () => {
    expect(mapOf('a..', '.a.', '..a').letters).toBe('aaa');
    expect(mapOf('..a', '.a.', 'a..').letters).toBe('aaa');
    expect(mapOf('a.a', '.a.', 'a.a').letters).toBe('aaaaa');
  });

  it('are joined round corners, whatever the order', () => {
    expect(mapOf('a.a.a', 'a.a.a', 'aaaaa', '....b').letters).toBe('aaaaaaaaaaa');
  });

  it('look at each other from the height of the eye', () => {
    const { rays } = mapOf('aa');
    expect(rays).toEqual([[0, 0, 2, 2, 0, 0]]);
  });
});

describe('places for a tripod', () => {
  const AREA = { min: [0, 0], max: [12, 6] } as const;
  /** An open plain at `ground` in cells of half a metre, with a wall at x = 6 from the height `low` on. */
  const plain = (ground: (x: number, y: number) => number, low = 0) => {
    const asked: number[] = [];
    const probe = {
      standing: (
        raster: { columns: number; heights: Float64Array; cell: readonly number[] },
        headroom: number,
        slab: number,
      ) => {
        asked.push(headroom, slab);
        const heights = raster.heights.map((_, k) =>
          ground(
            ((k % raster.columns) + 0.5) * raster.cell[0],
            (Math.floor(k / raster.columns) + 0.5) * raster.cell[1],
          ),
        );
        return { ...raster, heights };
      },
      cast: (rays: Float64Array) =>
        Float64Array.from({ length: rays.length / 6 }, (_, k) => {
          const [x, , z, dx] = rays.subarray(6 * k, 6 * k + 6);
          const distance = (6 - x) / dx;
          return z >= low && distance >= 0 ? distance : Infinity;
        }),
    };
    return { probe: probe as unknown as SceneProbe, asked };
  };

  const count = (places: readonly unknown[]) => places.length;
  const east = (places: readonly (readonly number[])[]) => places.reduce((sum, [x]) => sum + x, 0);

  it('are those of the group that sees most, however few they are', () => {
    const { probe } = plain((x) => (x < 1 ? Number.NaN : 3));
    const few = stationPlaces(probe, AREA, 1.5, 1, (places) => (places[0][0] < 6 ? 30 : 20));
    expect(few.places.every(([x]) => x < 6)).toBe(true);
    expect([few.places.length, few.shutOff]).toEqual([8 * 12, 10 * 12]);
  });

  it('are the middles of cells, with their ground, and room above it', () => {
    const { probe, asked } = plain(() => 3, 99);
    const { places, shutOff } = stationPlaces(probe, AREA, 1.5, 0.5, count);
    // 24 cells along the longer side.
    expect(places).toHaveLength(24 * 12);
    expect(places[0]).toEqual([0.25, 0.25, 3]);
    expect(places[25]).toEqual([0.75, 0.75, 3]);
    expect(shutOff).toBe(0);
    expect(asked).toEqual([1.8, 0.35]);
  });

  it('keep away from a wall, be it as high as half the tripod only, and stay on the side that sees more', () => {
    for (const low of [0, 4.5]) {
      // On ground at 3 m the scanner is at 4.5 m and half-way down at 3.75 m.
      const { probe } = plain((x) => (x < 1 ? Number.NaN : 3), low);
      const { places, shutOff } = stationPlaces(probe, AREA, 1.5, 1, east);
      const xs = places.map(([x]) => x);
      expect([Math.min(...xs), Math.max(...xs)]).toEqual([7.25, 11.75]);
      expect([places.length, shutOff]).toEqual([10 * 12, 8 * 12]);
    }
    // A place exactly at the least distance is not too near.
    const near = stationPlaces(plain(() => 3).probe, AREA, 1.5, 1.25, count).places.map(([x]) => Math.abs(x - 6));
    expect(Math.min(...near)).toBe(1.25);
    const { probe } = plain(() => 3, 4.6);
    expect(stationPlaces(probe, AREA, 1.5, 1, east).shutOff).toBe(0);
  });
});
