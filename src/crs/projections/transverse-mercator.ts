import { type Ellipsoid, eccentricityOf } from './ellipsoid.js';

/*
 * The transverse Mercator projection by the series of Krüger (1912) to the sixth order in the third
 * flattening: Karney 2011, "Transverse Mercator with an accuracy of a few nanometers", J. Geodesy 85, 475–485. Accurate
 * to nanometres within 3900 km of the central meridian.
 */

export interface GridPoint {
  /** Metres from the central meridian, positive to the east; without false easting. */
  easting: number;
  /** Metres from the equator, positive to the north; without false northing. */
  northing: number;
  /** Bearing of grid north, clockwise from true north, radians. */
  convergence: number;
  /** Length on the grid of one metre on the ellipsoid. */
  scale: number;
}

/** Converts latitude, and longitude from the central meridian, both in radians, to a point of the grid. */
export type GridProjection = (latitude: number, longitude: number) => GridPoint;

/**
 * The transverse Mercator projection of an ellipsoid, with `centralScale` on the central meridian (Karney 2011,
 * equations 7–12 and 23–26). Longitudes must be within 90° of it, latitudes short of the poles.
 */
export function transverseMercator(ellipsoid: Ellipsoid, centralScale: number): GridProjection {
  const { radius, flattening } = ellipsoid;
  const eccentricity = eccentricityOf(ellipsoid);
  const rectifying = rectifyingRadius(ellipsoid);
  const series = polynomials(ALPHA, flattening / (2 - flattening));
  return (latitude, longitude) => {
    const conformal = conformalTangent(Math.tan(latitude), eccentricity);
    const [sine, cosine] = [Math.sin(longitude), Math.cos(longitude)];
    const level = Math.hypot(conformal, cosine);
    const sphere = { north: Math.atan2(conformal, cosine), east: Math.asinh(sine / level) };
    const { north, east, stretch, turn } = sumSeries(series, sphere.north, sphere.east);
    return {
      easting: centralScale * rectifying * east,
      northing: centralScale * rectifying * north,
      convergence: Math.atan2((conformal / Math.hypot(1, conformal)) * sine, cosine) + turn,
      scale:
        (centralScale * rectifying * stretch * Math.hypot(1, Math.tan(latitude))) /
        (level * primeVerticalRadius(radius, eccentricity, latitude)),
    };
  };
}

/** Radius of the sphere whose meridians are as long as the ellipsoid's (Karney 2011, equation 14). */
function rectifyingRadius({ radius, flattening }: Ellipsoid): number {
  const n = flattening / (2 - flattening);
  return (radius / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256);
}

/** Tangent of the conformal latitude from the tangent of the latitude (Karney 2011, equations 7–9). */
function conformalTangent(tangent: number, eccentricity: number): number {
  const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tangent) / Math.hypot(1, tangent)));
  return tangent * Math.hypot(1, sigma) - sigma * Math.hypot(1, tangent);
}

const primeVerticalRadius = (radius: number, eccentricity: number, latitude: number): number =>
  radius / Math.sqrt(1 - (eccentricity * Math.sin(latitude)) ** 2);

/** Factors of n^k, n^(k+1), … in α_k, k = 1 … 6: Karney 2011, equation 35. */
const ALPHA = [
  [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800],
  [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1983433 / 1935360],
  [61 / 240, -103 / 140, 15061 / 26880, 167603 / 181440],
  [49561 / 161280, -179 / 168, 6601661 / 7257600],
  [34729 / 80640, -3418889 / 1995840],
  [212378941 / 319334400],
];

/** The coefficients of a series at the third flattening n. */
const polynomials = (rows: readonly (readonly number[])[], n: number): number[] =>
  rows.map((factors, row) => factors.reduce((sum, factor, k) => sum + factor * n ** (row + 1 + k), 0));

/**
 * The series at a point of the sphere's projection, with the modulus and the argument (radians) of its complex
 * derivative.
 */
function sumSeries(series: readonly number[], north0: number, east0: number) {
  let [north, east, real, imaginary] = [north0, east0, 1, 0];
  series.forEach((alpha, index) => {
    const k = 2 * (index + 1);
    const [sine, cosine] = [Math.sin(k * north0), Math.cos(k * north0)];
    north += alpha * sine * Math.cosh(k * east0);
    east += alpha * cosine * Math.sinh(k * east0);
    real += k * alpha * cosine * Math.cosh(k * east0);
    imaginary += k * alpha * sine * Math.sinh(k * east0);
  });
  return { north, east, stretch: Math.hypot(real, imaginary), turn: Math.atan2(imaginary, real) };
}
