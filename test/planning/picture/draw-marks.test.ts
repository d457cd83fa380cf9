import { describe, expect, it } from 'vitest';
import { createRaster, type Raster } from '../../../src/picture/raster/raster.js';
import { THEMES } from '../../../src/picture/raster/theme.js';
import type { Vec2 } from '../../../src/planning/flight/flight-lines.js';
import { drawMarks } from '../../../src/planning/picture/draw-marks.js';
import type { PlanFrame } from '../../../src/planning/picture/map-frame.js';
import type { PlanMap } from '../../../src/planning/plan-map.js';

/** Height of a letter, pixels. */
const SIZE = 10;
/** Neither the white of lines nor the near black around them. */
const GROUND = 0x008000;

/** One pixel a metre, y upwards from the lower edge; a place with a half lies in the middle of a pixel. */
const frameOf = (height: number): PlanFrame => ({
  pixelsPerMetre: 1,
  toPixel: ([x, y]) => [x, height - y],
  toWorld: (x, y) => [x, height - y],
});

/** A panel of 600 by 400 pixels, its area out of the way unless named. */
function draw(marks: Partial<Pick<PlanMap, 'area' | 'tracks' | 'stations'>>): Raster {
  const panel = createRaster(600, 400, GROUND);
  const map = { area: { min: [-50, -50], max: [-40, -40] }, tracks: [], stations: [], ...marks } as unknown as PlanMap;
  drawMarks(panel, map, frameOf(400), SIZE, THEMES.dark);
  return panel;
}

/** Red, green and blue at a place of the map. */
function colorAt({ data, width, height }: Raster, [x, y]: Vec2): number[] {
  const at = 4 * (Math.floor(height - y) * width + Math.floor(x));
  return [...data.subarray(at, at + 3)];
}

const isWhite = (raster: Raster, place: Vec2) => Math.min(...colorAt(raster, place)) > 240;
const isDark = (raster: Raster, place: Vec2) => Math.max(...colorAt(raster, place)) < 90;
const isGround = (raster: Raster, place: Vec2) => String(colorAt(raster, place)) === '0,128,0';

/** Whether pixels about `place`, up to `reach` away, are nearly black: letters. */
function hasInk(raster: Raster, [x, y]: Vec2, reach: number): boolean {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) if (isDark(raster, [x + dx, y + dy])) return true;
  return false;
}

describe('the area', () => {
  it('is outlined on its four sides, and nothing is drawn within', () => {
    const panel = draw({ area: { min: [100.5, 100.5], max: [200.5, 160.5] } });
    // 0.8 of the theme's quiet text over the ground.
    const line = [0.8 * 0x9d, 128 + 0.8 * (0xa8 - 128), 0.8 * 0xb5].map(Math.round);
    for (const place of [[150.5, 100.5], [150.5, 160.5], [100.5, 130.5], [200.5, 130.5]] as const) // biome-ignore format: places
      expect(colorAt(panel, place)).toEqual(line);
    for (const place of [[150.5, 130.5], [102.5, 102.5], [97.5, 130.5], [150.5, 164.5]] as const) // biome-ignore format: places
      expect(isGround(panel, place)).toBe(true);
  });
});

describe('a track', () => {
  it('is a white line with dark edges, and one arrow in its middle that points ahead', () => {
    const panel = draw({ tracks: [[[100, 200.5], [200, 200.5]]] }); // biome-ignore format: a track
    for (const x of [110.5, 130.5, 190.5])
      for (const side of [-1, 1]) {
        expect(isWhite(panel, [x, 200.5])).toBe(true);
        // The line reaches 0.9 to either side, its edge 1.1 farther and half as dark: 128 − 0.55 · 0.5 · (128 − 20).
        expect(colorAt(panel, [x, 200.5 + side * 2])[1]).toBe(98);
        expect(isGround(panel, [x, 200.5 + side * 3])).toBe(true);
      }
    // Its tip lies 7.5 ahead of the middle, its wings 4.5 to either side of it.
    for (const side of [-1, 1]) {
      expect(isWhite(panel, [153.5, 200.5 + side * 2.4])).toBe(true);
      expect(isWhite(panel, [151.5, 200.5 + side * 3.6])).toBe(true);
      expect(isGround(panel, [146.5, 200.5 + side * 3])).toBe(true);
      expect(isGround(panel, [150.5, 200.5 + side * 8])).toBe(true);
    }
    expect(isGround(panel, [150, 209])).toBe(true);
  });

  it('has arrows along each of its directions', () => {
    const up = draw({ tracks: [[[300, 100], [300, 200]]] }); // biome-ignore format: a track
    for (const side of [-1, 1]) {
      expect(isWhite(up, [300 + side * 2.25, 153.75])).toBe(true);
      expect(isGround(up, [300 + side * 3, 146.25])).toBe(true);
    }
    const back = draw({ tracks: [[[200, 200], [100, 200]]] }); // biome-ignore format: a track
    for (const side of [-1, 1]) {
      expect(isWhite(back, [146.25, 200 + side * 2.25])).toBe(true);
      expect(isGround(back, [153.75, 200 + side * 3])).toBe(true);
    }
  });

  it('has an arrow each 24 letters, evenly', () => {
    // 480 pixels: two, a quarter of the way from either end.
    const panel = draw({ tracks: [[[50, 200], [530, 200]]] }); // biome-ignore format: a track
    for (const x of [170, 410]) expect(isWhite(panel, [x + 3.75, 202.25])).toBe(true);
    for (const x of [110, 230, 290, 350, 470]) expect(isGround(panel, [x + 3.75, 203.5])).toBe(true);
  });

  it('goes through its corners, and its arrows lie on it', () => {
    // 60 and 300 pixels: arrows at 90 and 270, both behind the corner.
    const bent = draw({ tracks: [[[100.5, 100], [100.5, 160], [400.5, 160]]] }); // biome-ignore format: a track
    expect(isWhite(bent, [100.5, 130.5])).toBe(true);
    expect(colorAt(bent, [200.5, 160.5])).toEqual(colorAt(bent, [370.5, 160.5]));
    expect(isGround(bent, [200.5, 160.5])).toBe(false);
    for (const x of [130, 310]) {
      expect(isWhite(bent, [x + 3.75, 162.25])).toBe(true);
      expect(isGround(bent, [x - 3.75, 163.5])).toBe(true);
    }
    for (const x of [220, 160]) expect(isGround(bent, [x + 3.75, 163.5])).toBe(true);
    expect(isGround(bent, [103, 131.5])).toBe(true);
  });

  it('has no arrow without a length', () => {
    const panel = draw({ tracks: [[[100.5, 100.5], [100.5, 100.5]]] }); // biome-ignore format: a track
    expect(isWhite(panel, [100.5, 100.5])).toBe(true);
    expect(isGround(panel, [105, 103])).toBe(true);
  });
});

describe('numbers', () => {
  /** Lines to the east, 30 pixels apart. */
  const rows = (count: number, apart: number): [Vec2, Vec2][] =>
    Array.from({ length: count }, (_, k) => [
      [200, 5 + k * apart],
      [280, 5 + k * apart],
    ]);

  it('stand before the start of each of several lines', () => {
    const panel = draw({ tracks: rows(2, 100) });
    // 1.6 letters before the start, on a disc of 0.95 letters.
    for (const y of [5, 105]) {
      expect(isWhite(panel, [184 - 7.5, y + 0.5])).toBe(true);
      expect(isWhite(panel, [184 + 7.5, y + 0.5])).toBe(true);
      expect(isGround(panel, [184 - 12.5, y + 0.5])).toBe(true);
      expect(hasInk(panel, [184, y], 5)).toBe(true);
    }
    expect(isWhite(panel, [184, 105 + 7.5])).toBe(true);
    expect(isDark(panel, [184, 105 + 10.4])).toBe(true);
    expect(isGround(panel, [184, 105 + 13])).toBe(true);
  });

  it('stand behind the other end of a line flown back, and below one flown north', () => {
    const panel = draw({
      tracks: [
        [[280, 105], [200, 105]],
        [[400, 200], [400, 300]],
      ],
    }); // biome-ignore format: tracks
    expect(isWhite(panel, [296 - 7.5, 105.5])).toBe(true);
    expect(isGround(panel, [184, 105.5])).toBe(true);
    expect(isWhite(panel, [400 + 7.5, 184.5])).toBe(true);
    expect(isGround(panel, [400 + 7.5, 316.5])).toBe(true);
  });

  it('stand at the place of a track without a length', () => {
    const panel = draw({ tracks: [[[100, 100], [100, 100]], [[200, 200], [280, 200]]] }); // biome-ignore format: tracks
    expect(isWhite(panel, [107.5, 100.5])).toBe(true);
  });

  it('are left out of a single line', () => {
    expect(isGround(draw({ tracks: rows(1, 0) }), [184, 5])).toBe(true);
  });

  it('are at most 60 and the last', () => {
    // Numbers stand 16 pixels before their lines, which lie in three columns of 30 or less, 12 pixels apart.
    const place = (k: number): Vec2 => [60 + 150 * Math.floor(k / 30), 10.5 + 12 * (k % 30)];
    const numbered = (count: number) => {
      const starts = Array.from({ length: count }, (_, k) => place(k));
      const panel = draw({ tracks: starts.map(([x, y]) => [[x, y], [x + 80, y]] as const) }); // biome-ignore format: tracks
      return starts.flatMap(([x, y], k) => (isWhite(panel, [x - 16 - 6.5, y]) ? [k] : []));
    };
    expect(numbered(60)).toEqual([...Array(60).keys()]);
    expect(numbered(62)).toEqual([...[...Array(31).keys()].map((k) => 2 * k), 61]);
  });

  it('stand on larger discs at stations, longer ones for longer numbers', () => {
    const panel = draw({ stations: Array.from({ length: 10 }, (_, k): Vec2 => [50 + 50 * k, 200]) });
    for (const x of [50, 100, 450]) {
      expect(isWhite(panel, [x, 200 + 9])).toBe(true);
      expect(isWhite(panel, [x, 200 - 9])).toBe(true);
      expect(isWhite(panel, [x + 9, 200.5])).toBe(true);
      expect(isGround(panel, [x, 200 + 15])).toBe(true);
      expect(isGround(panel, [x + 14, 200.5])).toBe(true);
      expect(hasInk(panel, [x, 200], 5)).toBe(true);
    }
    // The tenth has two digits.
    for (const side of [-1, 1]) {
      expect(isWhite(panel, [500 + 10.5 * side, 200.5])).toBe(true);
      expect(isWhite(panel, [450 + 10.5 * side, 200.5])).toBe(false);
    }
    expect(hasInk(panel, [496, 200], 4)).toBe(true);
    expect(hasInk(panel, [504, 200], 4)).toBe(true);
  });
});
