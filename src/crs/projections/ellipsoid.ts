/** An ellipsoid of revolution. */
export interface Ellipsoid {
  /** Semi-major axis, metres. */
  readonly radius: number;
  readonly flattening: number;
}

/** NIMA TR8350.2 (2000), table 3.1. */
export const WGS84: Ellipsoid = Object.freeze({ radius: 6_378_137, flattening: 1 / 298.257223563 });

/** A place on the ellipsoid, radians. */
export interface Geographic {
  readonly longitude: number;
  readonly latitude: number;
}

/** First eccentricity. */
export const eccentricityOf = ({ flattening }: Ellipsoid): number => Math.sqrt(flattening * (2 - flattening));

/** Isometric latitude: that of Mercator's projection of an ellipsoid of eccentricity `e`, divided by its radius. */
export const isometric = (latitude: number, e: number): number =>
  Math.atanh(Math.sin(latitude)) - e * Math.atanh(e * Math.sin(latitude));

/** Iterations until the latitude is stable to the last digits: each leaves less than e² of the previous error. */
const ROUNDS = 12;

/** The latitude with this isometric latitude on an ellipsoid of eccentricity `e`. */
export function latitudeOf(isometricLatitude: number, e: number): number {
  let sine = Math.tanh(isometricLatitude);
  for (let k = 0; k < ROUNDS; k++) sine = Math.tanh(isometricLatitude + e * Math.atanh(e * sine));
  return Math.asin(sine);
}
