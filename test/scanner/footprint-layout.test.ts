import { describe, expect, it } from 'vitest';
import { type Footprint, ringRayCount, ringsOf } from '../../src/scanner/footprint.js';
import {
  farthestPlace,
  footprintLayouts,
  isTurned,
  layoutCount,
  type SubrayOffset,
} from '../../src/scanner/footprint-layout.js';

const COUNTS = [7, 19, 37, 62, 93, 130];
const WEIGHTS = ['gaussian', 'uniform'] as const;

const layoutsOf = (footprint: Footprint): readonly (readonly SubrayOffset[])[] => {
  const layouts = footprintLayouts(footprint);
  if (layouts === undefined) throw new Error(`${footprint.pattern} is not laid out`);
  return layouts;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Second moments of a layout about the axis. */
const momentsOf = (layout: readonly SubrayOffset[]) => ({
  xx: sum(layout.map(({ x, share }) => share * x * x)),
  yy: sum(layout.map(({ y, share }) => share * y * y)),
  xy: sum(layout.map(({ x, y, share }) => share * x * y)),
});

describe.each(WEIGHTS)('layouts of rings with %s weights', (weights) => {
  it.each(COUNTS)('share the energy of %i subrays alike in all layouts, the first next to the axis', (subrays) => {
    const layouts = layoutsOf({ pattern: 'rings', subrays, weights });
    expect(layouts).toHaveLength(layoutCount({ pattern: 'rings', subrays, weights }));
    const shares = layouts[0].map(({ share }) => share);
    expect(sum(shares)).toBeCloseTo(1, 12);
    expect(Math.min(...shares) / Math.max(...shares)).toBeGreaterThan(0.4);
    for (const layout of layouts) {
      expect(layout.map(({ share }) => share)).toEqual(shares);
      const radii = layout.map(({ x, y }) => Math.hypot(x, y));
      expect(Math.min(...radii)).toBeCloseTo(radii[0], 12);
    }
  });

  it.each(COUNTS)(
    'have for %i subrays each the moments of the beam: none, and ¼ of the half width squared',
    (subrays) => {
      for (const layout of layoutsOf({ pattern: 'rings', subrays, weights })) {
        expect(
          Math.hypot(...(['x', 'y'] as const).map((axis) => sum(layout.map((k) => k.share * k[axis])))),
        ).toBeLessThan(1e-12);
        const { xx, yy, xy } = momentsOf(layout);
        expect(xx).toBeCloseTo(0.25, 12);
        expect(yy).toBeCloseTo(0.25, 12);
        expect(xy).toBeCloseTo(0, 12);
      }
    },
  );
});

/** Radii of all layouts with their shares of the energy of all. */
const ringsIn = (subrays: number): { radius: number; share: number }[] => {
  const layouts = layoutsOf({ pattern: 'rings', subrays, weights: 'gaussian' });
  return layouts.flat().map(({ x, y, share }) => ({ radius: Math.hypot(x, y), share: share / layouts.length }));
};

/** Share of a subray's energy beyond a line at distance d from the axis, over all turns of its layout. */
const beyond = (radius: number, d: number): number =>
  Math.abs(d) >= radius ? Number(d < 0) : Math.acos(d / radius) / Math.PI;

/** ½ erfc(√2 d) by the trapezoidal rule: the energy of a Gaussian beam beyond a line d half widths from its axis. */
function energyBeyond(d: number): number {
  const [step, end] = [1e-3, 6];
  let total = 0;
  for (let x = d; x < end; x += step) total += step * (Math.exp(-2 * x * x) + Math.exp(-2 * (x + step) ** 2)) * 0.5;
  return total * Math.sqrt(2 / Math.PI);
}

/** The part of a circle about the axis that lies in an upright square at distance d from it. */
function insideSquare(radius: number, d: number, half: number): number {
  if (Math.abs(radius - d) > 2 * half) return 0;
  const reach = radius < 2 * half ? Math.PI : Math.asin(half / radius);
  const angles = Array.from({ length: 400 }, (_, k) => (reach * (k + 0.5)) / 400);
  const inside = angles.filter(
    (angle) => Math.abs(radius * Math.cos(angle) - d) < half && radius * Math.abs(Math.sin(angle)) < half,
  );
  return ((inside.length / angles.length) * reach) / Math.PI;
}

describe('layouts of Gaussian rings', () => {
  it.each([
    [7, 0.02],
    [19, 0.002],
    [37, 0.002],
    [93, 0.001],
  ])('with %i subrays, turned, hold together the energy of the beam beyond any line, to %f', (subrays, most) => {
    const rings = ringsIn(subrays);
    for (let d = -1.5; d <= 1.5; d += 3 / 13) {
      const mean = sum(rings.map(({ radius, share }) => share * beyond(radius, d)));
      expect(Math.abs(mean - energyBeyond(d)), `beyond ${d}`).toBeLessThan(most);
    }
  });

  it.each([
    [19, 0.002],
    [37, 0.002],
    [93, 0.002],
  ])(
    'with %i subrays, turned, see of a wire of 4 mm from 20 to 400 m the share of the beam there, to %f of it',
    (subrays, most) => {
      const rings = ringsIn(subrays);
      for (const range of [20, 50, 100, 200, 400]) {
        // Of a beam of 0.5 mrad.
        const half = 2e-3 / (0.25e-3 * range);
        const seen = 1 - 2 * sum(rings.map(({ radius, share }) => share * beyond(radius, half)));
        expect(Math.abs(seen / (1 - 2 * energyBeyond(half)) - 1), `${range} m`).toBeLessThan(most);
      }
    },
  );

  it.each([
    [19, 0.01],
    [37, 0.01],
    [93, 0.01],
  ])(
    'with %i subrays, turned, see of a target a tenth of the half width wide the share of the beam there, to %f of it',
    (subrays, most) => {
      const [half, rings] = [0.05, ringsIn(subrays)];
      const within = (d: number) => energyBeyond(d - half) - energyBeyond(d + half);
      for (let d = 0; d <= 1.5; d += 0.1) {
        const seen = sum(rings.map(({ radius, share }) => share * insideSquare(radius, d, half)));
        expect(Math.abs(seen / (within(d) * within(0)) - 1), `${d} half widths from the axis`).toBeLessThan(most);
      }
    },
  );

  it('grow fewer where there are many subrays', () => {
    expect(layoutCount({ pattern: 'rings', subrays: 19, weights: 'gaussian' })).toBe(512);
    expect(layoutCount({ pattern: 'rings', subrays: ringRayCount(36), weights: 'gaussian' })).toBe(4);
  });
});

describe('footprints that all pulses share', () => {
  it('are one subray on the axis', () => {
    expect(layoutsOf({ pattern: 'rings', subrays: 1, weights: 'gaussian' })).toEqual([[{ x: 0, y: 0, share: 1 }]]);
  });

  it('are the rings of HELIOS++, at k/n of the half width, the first ray of each above the axis', () => {
    const [layout, ...others] = layoutsOf({ pattern: 'helios', subrays: 19, weights: 'gaussian' });
    expect(others).toEqual([]);
    expect(sum(layout.map(({ share }) => share))).toBeCloseTo(1, 12);
    const ofRing = (ring: number) => layout.slice(ring === 0 ? 0 : ringRayCount(ring), ringRayCount(ring + 1));
    for (const ring of [0, 1, 2]) {
      for (const { x, y } of ofRing(ring)) expect(Math.hypot(x, y)).toBeCloseTo(ring / 3, 12);
      expect(ofRing(ring)[0].x).toBeCloseTo(0, 12);
    }
    // Three directions of beamSampleQuality 3 and 0.3 mrad, to the right and upwards: helios-compat.md, §15.2.
    for (const [k, right, up] of [
      [1, 0, 1e-4],
      [2, 8.6603e-5, 5e-5],
      [8, 1e-4, 1.73205e-4],
    ]) {
      expect(3e-4 * layout[k].x).toBeCloseTo(right, 9);
      expect(3e-4 * layout[k].y).toBeCloseTo(up, 9);
    }
    // Annuli from 0 to 1/6, 1/2 and 5/6.
    const within = (r: number) => 1 - Math.exp(-2 * r * r);
    expect(ofRing(2)[0].share).toBeCloseTo((within(5 / 6) - within(1 / 2)) / within(5 / 6) / 12, 12);
  });
});

it('no layouts are there for a drawn disc, or a number that no rings have', () => {
  expect(footprintLayouts({ pattern: 'disc', subrays: 19, weights: 'gaussian' })).toBeUndefined();
  expect(footprintLayouts({ pattern: 'rings', subrays: 20, weights: 'gaussian' })).toBeUndefined();
});

describe('numbers of subrays', () => {
  it('are those of whole rings', () => {
    expect([1, 2, 3, 4, 5, 6].map(ringRayCount)).toEqual([1, 7, 19, 37, 62, 93]);
    expect([0, 1, 7, 8, 19, 62, 92, 93].map(ringsOf)).toEqual([undefined, 1, 2, undefined, 3, 5, undefined, 6]);
  });

  it('say whether pulses take turned layouts, and how many', () => {
    const of = (pattern: Footprint['pattern'], subrays: number): Footprint => ({
      pattern,
      subrays,
      weights: 'gaussian',
    });
    expect([of('rings', 7), of('rings', 1), of('disc', 7), of('helios', 7)].map(isTurned)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // 2¹⁴ subrays in all.
    expect([1, 7, 256, 257, 8192, 8193, 20_000].map((subrays) => layoutCount(of('rings', subrays)))).toEqual([
      1, 512, 64, 32, 2, 1, 1,
    ]);
    expect(layoutCount(of('helios', 19))).toBe(1);
  });
});

describe('the farthest subray', () => {
  it('is the outermost ring, the rim of a disc, or the last that 32 bits draw of a Gaussian', () => {
    const of = (pattern: Footprint['pattern'], weights: Footprint['weights'], subrays = 19) =>
      farthestPlace({ pattern, weights, subrays });
    expect(of('helios', 'gaussian')).toBeCloseTo(2 / 3, 12);
    expect(of('disc', 'uniform')).toBe(1);
    // exp(−2 r²) = 2⁻³³.
    expect(of('disc', 'gaussian')).toBeCloseTo(Math.sqrt((33 * Math.LN2) / 2), 6);
    expect(of('rings', 'gaussian', 1)).toBe(0);
    const all = layoutsOf({ pattern: 'rings', subrays: 19, weights: 'gaussian' }).flat();
    expect(of('rings', 'gaussian')).toBeCloseTo(Math.max(...all.map(({ x, y }) => Math.hypot(x, y))), 12);
  });
});

describe('layouts of uniform rings', () => {
  it('are the rings of HELIOS++ with shares of their annuli of the disc', () => {
    const [layout] = layoutsOf({ pattern: 'helios', subrays: 19, weights: 'uniform' });
    // Annuli up to 1/6, 1/2 and 5/6: areas as 1 : 8 : 16.
    expect(layout[0].share).toBeCloseTo(1 / 25, 12);
    expect(layout[1].share).toBeCloseTo(8 / 25 / 6, 12);
    expect(layout[7].share).toBeCloseTo(16 / 25 / 12, 12);
    expect([layout[1].x, layout[1].y]).toEqual([expect.closeTo(0, 12), expect.closeTo(1 / 3, 12)]);
    // Clockwise from above.
    expect(layout[2].x).toBeCloseTo(Math.sin(Math.PI / 3) / 3, 12);
  });

  it('spread over the disc as its area does, over all layouts', () => {
    const radii = layoutsOf({ pattern: 'rings', subrays: 37, weights: 'uniform' })
      .flat()
      .map(({ x, y }) => Math.hypot(x, y))
      .sort((a, b) => a - b);
    for (const share of [0.1, 0.25, 0.5, 0.75, 0.9])
      expect(radii[Math.floor(share * radii.length)] ** 2).toBeCloseTo(share, 1);
  });

  it('list each ring by azimuth, and differ from one another', () => {
    const layouts = layoutsOf({ pattern: 'rings', subrays: 37, weights: 'uniform' });
    for (const layout of layouts)
      for (const ring of [1, 2, 3]) {
        const azimuths = layout.slice(ringRayCount(ring), ringRayCount(ring + 1)).map(({ x, y }) => Math.atan2(x, y));
        expect(azimuths).toEqual([...azimuths].sort((a, b) => a - b));
      }
    expect(new Set(layouts.map(([first]) => Math.hypot(first.x, first.y))).size).toBe(layouts.length);
  });
});
