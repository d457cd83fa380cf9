import { DEGREE, TURN } from '../base/angle.js';
import { type SourcePlace, UserError } from '../base/errors.js';
import { conjugate, fromAxisAngle, multiply, type Quaternion, rotate } from '../base/quaternion.js';
import { subtract, type Vec3 } from '../base/vec3.js';
import type { DatumShift } from '../crs/datum-shift.js';
import type { PlaneGrid, PlaneSystem } from '../crs/plane-system.js';
import { WGS84 } from '../crs/projections/ellipsoid.js';
import { transverseMercator } from '../crs/projections/transverse-mercator.js';

/** A point on the ellipsoid WGS 84: radians, metres. */
export interface GeographicPoint {
  latitude: number;
  longitude: number;
  height: number;
}

/** A geographic point in the world, and the rotation of its local frame (x east, y north, z up) into the world. */
export interface MapPoint {
  position: Vec3;
  frame: Quaternion;
}

/** Conversion of geographic positions to x, y, z. */
export type ProjectionChoice =
  /** x east, y north, z up from a point; absent: the recording's first. `onUse` is told that it is used. */
  | { kind: 'local'; origin?: GeographicPoint; onUse?: () => void }
  /**
   * Universal transverse Mercator, with the height as z; absent: zone and hemisphere of the recording's first point.
   * `onUse` is told that point, and where it comes to lie.
   */
  | { kind: 'utm'; zone?: number; south?: boolean; onUse?: (first: GeographicPoint, position: Vec3) => void }
  /** The plane of a reference system, with the height as z; `onShift` is told how its datum is reached. */
  | { kind: 'system'; system: PlaneSystem; onShift?: (shift: DatumShift) => void };

/** Throws UserError at `place` for a point outside the projection. */
export type MapProjection = (point: GeographicPoint, place: SourcePlace) => MapPoint;

/**
 * The projection of `choice` for a recording that begins at `first`. Throws UserError at `place` if no way leads from
 * there to the datum of a system.
 */
export function createMapProjection(
  choice: ProjectionChoice,
  first: GeographicPoint,
  place: SourcePlace,
): MapProjection {
  if (choice.kind === 'system') return systemPlane(choice, first, place);
  if (choice.kind === 'utm') {
    const projection = utm(choice, first);
    choice.onUse?.(first, projection(first, place).position);
    return projection;
  }
  choice.onUse?.();
  return tangentPlane(choice.origin ?? first);
}

/** Rotation from the frame east, north, up at a point to the earth's (x to Greenwich, z to the pole). */
function earthFrame({ latitude, longitude }: GeographicPoint): Quaternion {
  const turn = fromAxisAngle([0, 0, 1], longitude + Math.PI / 2);
  return multiply(turn, fromAxisAngle([1, 0, 0], Math.PI / 2 - latitude));
}

/** Position in the earth's frame, metres (Hofmann-Wellenhof et al. 2008, "GNSS", equation 8.9). */
function earthPosition({ latitude, longitude, height }: GeographicPoint): Vec3 {
  const squeeze = (1 - WGS84.flattening) ** 2;
  const [sine, cosine] = [Math.sin(latitude), Math.cos(latitude)];
  const normal = WGS84.radius / Math.sqrt(cosine ** 2 + squeeze * sine ** 2);
  const level = (normal + height) * cosine;
  return [level * Math.cos(longitude), level * Math.sin(longitude), (squeeze * normal + height) * sine];
}

function tangentPlane(origin: GeographicPoint): MapProjection {
  const [toPlane, base] = [conjugate(earthFrame(origin)), earthPosition(origin)];
  return (point) => ({
    position: rotate(toPlane, subtract(earthPosition(point), base)),
    frame: multiply(toPlane, earthFrame(point)),
  });
}

/**
 * NGA.SIG.0012 (2014), "The universal grids": scale on the central meridian, false coordinates, zones of six degrees.
 */
const UTM = { scale: 0.9996, easting: 500_000, northingSouth: 10_000_000, zoneWidth: 6 * DEGREE };
/** Farther from its central meridian, a zone stretches lengths by more than a hundredth. */
const UTM_REACH = 10 * DEGREE;

function utm(choice: { zone?: number; south?: boolean }, first: GeographicPoint): MapProjection {
  const zone = choice.zone ?? Math.min(60, Math.floor((wrapLongitude(first.longitude) + Math.PI) / UTM.zoneWidth) + 1);
  const meridian = (zone - 0.5) * UTM.zoneWidth - Math.PI;
  const falseNorthing = (choice.south ?? first.latitude < 0) ? UTM.northingSouth : 0;
  const grid = transverseMercator(WGS84, UTM.scale);
  return ({ latitude, longitude, height }, place) => {
    const away = wrapLongitude(longitude - meridian);
    if (Math.abs(away) > UTM_REACH) throw outsideZone(zone, longitude, place);
    const { easting, northing, convergence } = grid(latitude, away);
    return {
      position: [easting + UTM.easting, northing + falseNorthing, height],
      // True north is counterclockwise from grid north by the convergence.
      frame: fromAxisAngle([0, 0, 1], convergence),
    };
  };
}

function systemPlane(
  { system, onShift }: Extract<ProjectionChoice, { kind: 'system' }>,
  first: GeographicPoint,
  place: SourcePlace,
): MapProjection {
  const shift = system.shiftAt(wrapLongitude(first.longitude) / DEGREE, first.latitude / DEGREE);
  if (shift === undefined)
    throw new UserError(`found ${placeText(first)}, from where no way to the datum of ${system.name} is known`, {
      place,
      hint: 'take a system of the place, or give the WKT of this one with TOWGS84',
    });
  onShift?.(shift);
  const grid = system.grid(shift);
  return (point, at) => {
    const [longitude, latitude] = [wrapLongitude(point.longitude) / DEGREE, point.latitude / DEGREE];
    const [easting, northing] = grid.fromDegrees(longitude, latitude);
    const [east, north] = northward(grid, longitude, latitude);
    const stretch = Math.hypot(east, north) / MERIDIAN_DEGREE;
    if (!(Math.abs(stretch - 1) <= STRETCH_MAX)) throw outsideSystem(system.name, point, at);
    // True north is counterclockwise from grid north by the convergence.
    return { position: [easting, northing, point.height], frame: fromAxisAngle([0, 0, 1], Math.atan2(-east, north)) };
  };
}

/** Metres of a degree of the meridian, within half a percent everywhere. */
const MERIDIAN_DEGREE = 111_133;
/** Grids of countries keep lengths within less than a hundredth, those of continents within less than this. */
const STRETCH_MAX = 0.1;

/** Half the difference of latitude, degrees, over which true north is taken: 55 m. */
const NORTH_STEP = 5e-4;

/** The way on the grid of a degree to the north. */
function northward(grid: PlaneGrid, longitude: number, latitude: number): [east: number, north: number] {
  const [x0, y0] = grid.fromDegrees(longitude, latitude - NORTH_STEP);
  const [x1, y1] = grid.fromDegrees(longitude, latitude + NORTH_STEP);
  return [(x1 - x0) / (2 * NORTH_STEP), (y1 - y0) / (2 * NORTH_STEP)];
}

const placeText = ({ latitude, longitude }: GeographicPoint): string =>
  `the latitude ${(latitude / DEGREE).toFixed(6)}°, longitude ${(longitude / DEGREE).toFixed(6)}°`;

const outsideSystem = (name: string, point: GeographicPoint, place: SourcePlace): UserError =>
  new UserError(`found ${placeText(point)}, far outside ${name}`, {
    place,
    hint: 'check crs and the columns of the file, or take projection: local',
  });

function outsideZone(zone: number, longitude: number, place: SourcePlace): UserError {
  const reach = UTM_REACH / DEGREE;
  return new UserError(
    `found the longitude ${(longitude / DEGREE).toFixed(6)}°, expected at most ${reach}° from the middle of UTM zone ${zone}`,
    { place, hint: 'choose another zone, or projection: local' },
  );
}

/** The same longitude, from −π to π. */
function wrapLongitude(longitude: number): number {
  return longitude - TURN * Math.floor((longitude + Math.PI) / TURN);
}
