/* Lambert's conformal conic projection: Snyder (1987), "Map Projections: A Working Manual", USGS 1395, page 108. */
import { type Ellipsoid, eccentricityOf, type Geographic, isometric, latitudeOf } from './ellipsoid.js';

/** Parameters, radians and metres; with one standard parallel both are that of the origin. */
export interface LambertConformal {
  readonly latitudeOfOrigin: number;
  readonly centralMeridian: number;
  readonly parallels: readonly [number, number];
  readonly scale: number;
  readonly falseEasting: number;
  readonly falseNorthing: number;
}

/** Converts easting and northing to the place. */
export function inverseLambertConformal(
  { latitudeOfOrigin, centralMeridian, parallels, scale, falseEasting, falseNorthing }: LambertConformal,
  ellipsoid: Ellipsoid,
): (easting: number, northing: number) => Geographic {
  const [first, second] = parallels;
  const e = eccentricityOf(ellipsoid);
  const cone = coneOf(first, second, e);
  const reach = (scale * ellipsoid.radius * parallelRadius(first, e) * Math.exp(cone * isometric(first, e))) / cone;
  const originRadius = reach * Math.exp(-cone * isometric(latitudeOfOrigin, e));
  const side = Math.sign(cone);
  return (easting, northing) => {
    const [x, y] = [side * (easting - falseEasting), side * (originRadius - (northing - falseNorthing))];
    const isometricLatitude = -Math.log(Math.hypot(x, y) / Math.abs(reach)) / cone;
    return {
      longitude: centralMeridian + Math.atan2(x, y) / cone,
      latitude: latitudeOf(isometricLatitude, e),
    };
  };
}

/** The constant of the cone: its share of a turn for a full turn of longitude. */
const coneOf = (first: number, second: number, e: number): number =>
  first === second
    ? Math.sin(first)
    : Math.log(parallelRadius(first, e) / parallelRadius(second, e)) / (isometric(second, e) - isometric(first, e));

/** Radius of a parallel relative to the semi-major axis. */
const parallelRadius = (latitude: number, e: number): number =>
  Math.cos(latitude) / Math.sqrt(1 - (e * Math.sin(latitude)) ** 2);
