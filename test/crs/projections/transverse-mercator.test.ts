import { describe, expect, it } from 'vitest';
import { WGS84 } from '../../../src/crs/projections/ellipsoid.js';
import { transverseMercator } from '../../../src/crs/projections/transverse-mercator.js';

const DEGREE = Math.PI / 180;

/** Lines of C. F. F. Karney, "Test data for the transverse Mercator projection" (2009), doi:10.5281/zenodo.32470. */
const KARNEY = `
19.376879758731 .344604702538 36187.3424147238117 2142565.3248023055831 .114334366652574163 .99961618629427946552
9.916090592983 2.895277339837 317518.4555464869534 1097517.5837454216348 .499003720919636014 1.00084775964536943313
57.367533447896 8.260865981663 496148.2537306291007 6388503.3650426645438 6.970955082495557851 1.00261965657610768433
84.986930137199 2.067177857261 20163.0752214330146 9438635.9888499043815 2.059277291707588222 .99960496589466017622
61.965604972549 58.931370849824 2727657.3379737519243 8283916.696409868168 55.690908843041317298 1.09194224601298976532
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(Number));

describe('the transverse Mercator projection', () => {
  const grid = (latitude: number, longitude: number) => transverseMercator(WGS84, 0.9996)(latitude, longitude);

  it.each(KARNEY)(
    'takes %d°, %d° where Karney does, to 10 nm',
    (latitude, longitude, easting, northing, convergence, scale) => {
      const point = grid(latitude * DEGREE, longitude * DEGREE);
      expect(Math.abs(point.easting - easting)).toBeLessThan(1e-8);
      expect(Math.abs(point.northing - northing)).toBeLessThan(1e-8);
      expect(point.convergence / DEGREE).toBeCloseTo(convergence, 12);
      expect(point.scale).toBeCloseTo(scale, 13);
    },
  );

  it('is that of Snyder 1987, page 269, on the ellipsoid of Clarke 1866', () => {
    const clarke = { radius: 6_378_206.4, flattening: 1 - Math.sqrt(1 - 0.00676866) };
    const { easting, northing, scale } = transverseMercator(clarke, 0.9996)(40.5 * DEGREE, 1.5 * DEGREE);
    expect(easting).toBeCloseTo(127_106.5, 1);
    expect(northing).toBeCloseTo(4_484_124.4, 1);
    expect(scale).toBeCloseTo(0.9997989, 7);
  });

  it('mirrors at the equator and at the central meridian', () => {
    const [a, b] = [grid(0.7, 0.05), grid(-0.7, -0.05)];
    expect([b.easting, b.northing]).toEqual([-a.easting, -a.northing]);
    expect(b.convergence).toBe(a.convergence);
    expect(grid(0.7, -0.05).convergence).toBe(-a.convergence);
  });

  it('has the convergence and scale that two points of a meridian show', () => {
    const [a, b] = [grid(0.8, 0.04), grid(0.8 + 1e-7, 0.04)];
    const [east, north] = [b.easting - a.easting, b.northing - a.northing];
    // True north lies to the left of grid north by the convergence.
    expect(Math.atan2(-east, north)).toBeCloseTo(a.convergence, 6);
  });
});
