/** An ellipsoid of revolution. */
export interface Ellipsoid {
  /** Semi-major axis, metres. */
  readonly radius: number;
  readonly flattening: number;
}

/** NIMA TR8350.2 (2000), table 3.1. */
export const WGS84: Ellipsoid = Object.freeze({ radius: 6_378_137, flattening: 1 / 298.257223563 });

/** First eccentricity. */
export const eccentricityOf = ({ flattening }: Ellipsoid): number => Math.sqrt(flattening * (2 - flattening));
