/*
 * Transverse Mercator by the series of Krüger in the third flattening, to its fourth power: errors below a micrometre within
 * 3900 km of the central meridian. L. Krüger (1912), "Konforme Abbildung des Erdellipsoids in der Ebene"; as in Karney (2011),
 * "Transverse Mercator with an accuracy of a few nanometers", equations 12 to 14 and 35, 36.
 */
import { type Ellipsoid, type Geographic, isometric, latitudeOf } from './ellipsoid.js';

/** Parameters, radians and metres. */
export interface TransverseMercator {
  readonly latitudeOfOrigin: number;
  readonly centralMeridian: number;
  readonly scale: number;
  readonly falseEasting: number;
  readonly falseNorthing: number;
}

/** From easting and northing to the place. */
export function inverseTransverseMercator(
  { latitudeOfOrigin, centralMeridian, scale, falseEasting, falseNorthing }: TransverseMercator,
  ellipsoid: Ellipsoid,
): (easting: number, northing: number) => Geographic {
  const { radius, alpha, beta } = seriesOf(ellipsoid);
  const conformal = Math.atan(Math.sinh(isometric(latitudeOfOrigin, ellipsoid)));
  const origin = alpha.reduce((sum, term, k) => sum + term * Math.sin(2 * (k + 1) * conformal), conformal);
  return (easting, northing) => {
    const xi = (northing - falseNorthing) / (scale * radius) + origin;
    const eta = (easting - falseEasting) / (scale * radius);
    let [across, along] = [eta, xi];
    beta.forEach((term, k) => {
      const twice = 2 * (k + 1);
      along -= term * Math.sin(twice * xi) * Math.cosh(twice * eta);
      across -= term * Math.cos(twice * xi) * Math.sinh(twice * eta);
    });
    const sine = Math.sin(along) / Math.cosh(across);
    return {
      longitude: centralMeridian + Math.atan2(Math.sinh(across), Math.cos(along)),
      latitude: latitudeOf(Math.atanh(sine), ellipsoid),
    };
  };
}

/** Radius of the rectifying sphere, and the coefficients of the series there and back. */
function seriesOf({ a, e }: Ellipsoid): { radius: number; alpha: number[]; beta: number[] } {
  const minor = Math.sqrt(1 - e * e);
  const n = (1 - minor) / (1 + minor);
  const [n2, n3, n4] = [n ** 2, n ** 3, n ** 4];
  return {
    radius: (a / (1 + n)) * (1 + n2 / 4 + n4 / 64),
    alpha: [
      n / 2 - (2 / 3) * n2 + (5 / 16) * n3 + (41 / 180) * n4,
      (13 / 48) * n2 - (3 / 5) * n3 + (557 / 1440) * n4,
      (61 / 240) * n3 - (103 / 140) * n4,
      (49561 / 161280) * n4,
    ],
    beta: [
      n / 2 - (2 / 3) * n2 + (37 / 96) * n3 - (1 / 360) * n4,
      (1 / 48) * n2 + (1 / 15) * n3 - (437 / 1440) * n4,
      (17 / 480) * n3 - (37 / 840) * n4,
      (4397 / 161280) * n4,
    ],
  };
}
