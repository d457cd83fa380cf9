import { describe, expect, it } from 'vitest';
import { type Footprint, ringRayCount } from '../../src/scanner/footprint.js';
import { footprintLayouts, layoutCount, type SubrayOffset } from '../../src/scanner/footprint-layout.js';

const COUNTS = [7, 19, 37, 62, 93, 130];
const WEIGHTS = ['gaussian', 'uniform'] as const;

const layoutsOf = (footprint: Footprint): SubrayOffset[][] => {
  const layouts = footprintLayouts(footprint);
  if (layouts === undefined) throw new Error(`${footprint.pattern} is not laid out`);
  return layouts;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Second moments of a layout about the axis. */
const momentsOf = (layout: SubrayOffset[]) => ({
  xx: sum(layout.map(({ x, share }) => share * x * x)),
  yy: sum(layout.map(({ y, share }) => share * y * y)),
  xy: sum(layout.map(({ x, y, share }) => share * x * y)),
});

describe.each(WEIGHTS)('layouts of rings with %s weights', (weights) => {
  it.each(COUNTS)('of %i subrays share the energy evenly, the first next to the axis', (subrays) => {
    const layouts = layoutsOf({ pattern: 'rings', subrays, weights });
    expect(layouts).toHaveLength(layoutCount({ pattern: 'rings', subrays, weights }));
    for (const layout of layouts) {
      expect(layout).toHaveLength(subrays);
      expect(new Set(layout.map(({ share }) => share))).toEqual(new Set([1 / subrays]));
      const radii = layout.map(({ x, y }) => Math.hypot(x, y));
      expect(Math.min(...radii)).toBe(radii[0]);
    }
  });

  it.each(COUNTS)('of %i subrays have each the second moments of the beam: ¼ of the half width squared', (subrays) => {
    // The subray next to the axis is no polygon: its own moments are not the same in all directions.
    for (const layout of layoutsOf({ pattern: 'rings', subrays, weights })) {
      const { xx, yy, xy } = momentsOf(layout);
      expect(xx + yy).toBeCloseTo(0.5, 12);
      const nearest = layout[0].x ** 2 + layout[0].y ** 2;
      expect(Math.hypot((xx - yy) / 2, xy)).toBeCloseTo(nearest / 2 / subrays, 12);
      expect(nearest / 2 / subrays / 0.25).toBeLessThan(subrays === 7 ? 0.05 : 0.006);
    }
  });
});

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

describe('layouts of Gaussian rings', () => {
  it.each([
    [7, 0.03],
    [19, 0.006],
    [37, 0.004],
    [93, 0.001],
  ])('of %i subrays, turned, hold together the energy that the beam has beyond any line, to %f', (subrays, most) => {
    const radii = layoutsOf({ pattern: 'rings', subrays, weights: 'gaussian' })
      .flat()
      .map(({ x, y }) => Math.hypot(x, y));
    for (let d = -1.5; d <= 1.5; d += 3 / 13) {
      const mean = sum(radii.map((radius) => beyond(radius, d))) / radii.length;
      expect(Math.abs(mean - energyBeyond(d)), `beyond ${d}`).toBeLessThan(most);
    }
  });

  it.each([
    [19, 0.007],
    [37, 0.007],
    [93, 0.002],
  ])(
    'of %i subrays, turned, see of a wire of 4 mm from 20 to 400 m what the beam has there, to %f of it',
    (subrays, most) => {
      const radii = layoutsOf({ pattern: 'rings', subrays, weights: 'gaussian' })
        .flat()
        .map(({ x, y }) => Math.hypot(x, y));
      for (const range of [20, 50, 100, 200, 400]) {
        // Of a beam of 0.5 mrad.
        const half = 2e-3 / (0.25e-3 * range);
        const seen = 1 - (2 * sum(radii.map((radius) => beyond(radius, half)))) / radii.length;
        expect(Math.abs(seen / (1 - 2 * energyBeyond(half)) - 1), `${range} m`).toBeLessThan(most);
      }
    },
  );

  it('grow fewer where there are many subrays', () => {
    expect(layoutCount({ pattern: 'rings', subrays: 19, weights: 'gaussian' })).toBe(64);
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
    // Annuli from 0 to 1/6, 1/2 and 5/6.
    const within = (r: number) => 1 - Math.exp(-2 * r * r);
    expect(ofRing(2)[0].share).toBeCloseTo((within(5 / 6) - within(1 / 2)) / within(5 / 6) / 12, 12);
  });
});

it('no layouts are there for a drawn disc, or a number that no rings have', () => {
  expect(footprintLayouts({ pattern: 'disc', subrays: 19, weights: 'gaussian' })).toBeUndefined();
  expect(footprintLayouts({ pattern: 'rings', subrays: 20, weights: 'gaussian' })).toBeUndefined();
});
