import { DEGREE } from '../base/angle.js';
import { type SourcePlace, UserError } from '../base/errors.js';
import { conjugate, multiply, rotate } from '../base/quaternion.js';
import type { Vec3 } from '../base/vec3.js';
import type { Geoid } from '../crs/geoid-grid.js';
import type { PlaneSystem } from '../crs/plane-system.js';
import { WGS84 } from '../crs/projections/ellipsoid.js';
import type { EarthPose, ToEarth } from '../io/poses/trajectory-format.js';
import { createMapProjection, type GeographicPoint, type MapPoint } from './map-projection.js';

/** The world of a survey on the earth. */
export interface EarthPlace {
  /** The system of its x and y. */
  system: PlaneSystem;
  /** The geoid from which its heights count; absent: the ellipsoid. */
  geoid?: Geoid;
}

/**
 * The poses on the earth of bodies in the world, which a recording of them that begins at `first` is read back from:
 * the datum of the system is reached as `createMapProjection` does from there. Throws UserError at `at` for a place
 * that the system or the geoid does not have.
 */
export function createEarthPoses({ system, geoid }: EarthPlace, first: Vec3, at: SourcePlace): ToEarth {
  let last = firstPlace(system, first, at);
  const project = createMapProjection({ kind: 'system', system }, last, at);
  return ({ position, orientation }): EarthPose => {
    const { point, frame } = placeOf(position, last, (place) => project(place, at));
    if (point === undefined) throw outside(system, position, at);
    last = point;
    const { latitude, longitude } = point;
    const undulation = geoid?.(longitude / DEGREE, latitude / DEGREE) ?? 0;
    if (!Number.isFinite(undulation))
      throw new UserError(`found ${placeText(position)}, expected one within the geoid`, { place: at });
    return {
      latitude,
      longitude,
      height: position[2] + undulation,
      orientation: multiply(conjugate(frame), orientation),
    };
  };
}

/** A place in WGS 84 a few metres from that of a position, radians. */
function firstPlace(system: PlaneSystem, [x, y]: Vec3, at: SourcePlace): GeographicPoint {
  const [ownLongitude, ownLatitude] = system.grid().toDegrees(x, y);
  const shift = system.shiftAt(ownLongitude, ownLatitude);
  const [longitude, latitude] = shift ? system.grid(shift).toDegrees(x, y) : [ownLongitude, ownLatitude];
  if (!(Number.isFinite(longitude) && Math.abs(latitude) <= 90)) throw outside(system, [x, y, 0], at);
  return { longitude: longitude * DEGREE, latitude: latitude * DEGREE, height: 0 };
}

const ROUNDS_MAX = 20;
/** Metres on the grid; a place of 10⁷ m has steps of 2·10⁻⁹. */
const NEAR_ENOUGH = 1e-7;

/**
 * The place whose projection is `position`, sought from `guess` on: each round leaves the part of the distance by which
 * the grid and the ellipsoid differ from a sphere of true scale, less than a hundredth. Without a point if it is not
 * found.
 */
function placeOf(
  position: Vec3,
  guess: GeographicPoint,
  project: (point: GeographicPoint) => MapPoint,
): { point?: GeographicPoint; frame: MapPoint['frame'] } {
  let point = guess;
  for (let round = 0; ; round++) {
    const { position: found, frame } = project(point);
    const [x, y] = [position[0] - found[0], position[1] - found[1]];
    if (Math.hypot(x, y) < NEAR_ENOUGH) return { point, frame };
    if (round === ROUNDS_MAX) return { frame };
    const [east, north] = rotate(conjugate(frame), [x, y, 0]);
    point = {
      latitude: point.latitude + north / WGS84.radius,
      longitude: point.longitude + east / (WGS84.radius * Math.cos(point.latitude)),
      height: 0,
    };
  }
}

const placeText = ([x, y]: Vec3): string => `the position ${x.toFixed(2)}, ${y.toFixed(2)}`;

const outside = ({ name }: PlaneSystem, position: Vec3, place: SourcePlace): UserError =>
  new UserError(`found ${placeText(position)}, which is no place of ${name}`, {
    place,
    hint: 'check crs, or that the scene and the legs are in its coordinates',
  });
