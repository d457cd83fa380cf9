import { describe, expect, it } from 'vitest';
import { checkPolygons, insideOf, type Polygon, sizeOf } from '../../../src/planning/area/polygons.js';
import type { Vec2 } from '../../../src/planning/flight/flight-lines.js';

const ring = (where: string, ...corners: Vec2[]) => ({ where, corners });
const square = (where: string, x: number, y: number, size: number) =>
  ring(where, [x, y], [x + size, y], [x + size, y + size], [x, y + size]);
const polygon = (outline: Polygon['outline'], ...holes: Polygon['holes'][number][]): Polygon => ({ outline, holes });

// At the coordinates of a national grid, where a cross product loses digits.
const [X, Y] = [2_600_000, 1_200_000];
const field = square('field', X, Y, 100);
const pond = square('pond', X + 20, Y + 30, 10);

describe('the polygons of an area', () => {
  it('have the size of their outlines without their holes', () => {
    expect(sizeOf([polygon(field, pond), polygon(square('next', X + 100, Y, 50))])).toBeCloseTo(10_000 - 100 + 2500, 3);
  });

  it('have what is in an outline and in none of its holes', () => {
    const has = insideOf([polygon(field, pond), polygon(square('next', X + 100, Y, 50))]);
    expect([has(X + 10, Y + 10), has(X + 25, Y + 35), has(X + 120, Y + 20), has(X + 120, Y + 60)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([has(X + 10, Y - 1), has(X + 10, Y + 101), has(X - 1, Y + 50)]).toEqual([false, false, false]);
  });

  it('may touch along a side', () => {
    expect(() => checkPolygons([polygon(field, pond), polygon(square('next', X + 100, Y, 100))])).not.toThrow();
  });

  it.each([
    ['that cross themselves', [polygon(ring('bow', [X, Y], [X + 10, Y + 10], [X + 10, Y], [X, Y + 10]))], /^bow crosses itself near 2600005\.0, 1200005\.0/], // biome-ignore format: rows
    ['in one line', [polygon(ring('flat', [X, Y], [X + 10, Y + 10], [X + 20, Y + 20]))], /^flat encloses nothing/],
    ['of two corners', [polygon(ring('two', [X, Y], [X + 10, Y + 10]))], /^two encloses nothing/],
    ['across others', [polygon(field), polygon(square('other', X + 50, Y + 50, 100))], /^field and other cross near 2600100\.0, 1200050\.0/],
    ['within others', [polygon(field), polygon(square('small', X + 50, Y + 50, 10))], /^small lies inside of field/],
    ['with holes outside', [polygon(field, square('hole', X + 200, Y, 10))], /^hole is a hole outside/],
    ['with holes across', [polygon(field, square('hole', X - 5, Y + 5, 10))], /^field and hole cross/],
    ['of too many corners', [polygon(ring('round', ...Array.from({ length: 10_001 }, (_, k): Vec2 => [k, k])))], /10001 corners/],
  ] as const)('are refused %s', (_, polygons, message) => {
    expect(() => checkPolygons(polygons)).toThrow(message);
  }); // biome-ignore format: rows
});
