/** An ellipsoid of revolution. */
export interface Ellipsoid {
  /** Semi-major axis, metres. */
  readonly a: number;
  /** First eccentricity. */
  readonly e: number;
}

/** A place on the ellipsoid, radians. */
export interface Geographic {
  readonly longitude: number;
  readonly latitude: number;
}

/** Isometric latitude: that of Mercator's projection of the ellipsoid, divided by its radius. */
export const isometric = (latitude: number, { e }: Ellipsoid): number =>
  Math.atanh(Math.sin(latitude)) - e * Math.atanh(e * Math.sin(latitude));

/** Rounds after which the latitude stays the same to the last digits: each leaves less than e² of the error before. */
const ROUNDS = 12;

/** The latitude with this isometric latitude. */
export function latitudeOf(isometricLatitude: number, { e }: Ellipsoid): number {
  let sine = Math.tanh(isometricLatitude);
  for (let k = 0; k < ROUNDS; k++) sine = Math.tanh(isometricLatitude + e * Math.atanh(e * sine));
  return Math.asin(sine);
}
