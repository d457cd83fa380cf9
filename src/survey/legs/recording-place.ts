/** How the geographic positions of a recording become those of the survey. */
import { DEGREE } from '../../base/angle.js';
import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { readUnzipped } from '../../base/files/read-bounded.js';
import { formatCount } from '../../base/format-count.js';
import type { Log } from '../../base/log.js';
import type { Vec3 } from '../../base/vec3.js';
import { type Crs, crsTitle } from '../../crs/crs.js';
import type { DatumShift } from '../../crs/datum-shift.js';
import type { Geoid } from '../../crs/geoid-grid.js';
import type { PlaneSystem } from '../../crs/plane-system.js';
import { createMapProjection, type GeographicPoint, type ProjectionChoice } from '../../platform/map-projection.js';
import { trajectoryFormatOf } from '../../platform/read/read-trajectory.js';
import type { TrajectoryDefinition } from './trajectory-schema.js';

/**
 * The projection that a leg asks for; without one that of the survey's reference system, or, without that, the local
 * one. Throws UserError for the plane of a system that is missing or not known here, and for a geoid beside a local
 * frame.
 */
export async function recordingProjection(
  definition: TrajectoryDefinition,
  crs: Crs | undefined,
  log: Log,
): Promise<ProjectionChoice> {
  const { projection, geoid } = definition;
  const choice =
    (await zoneIn(definition, crs, log)) ??
    statedProjection(projection) ??
    (await systemProjection(definition, crs, log)) ??
    LOCAL;
  if (choice.kind === 'local' && geoid !== undefined && geoid !== NO_GEOID)
    throw new UserError(`geoid: found ${geoid} beside a local frame, whose z is no height above a geoid`, {
      hint: 'projection: crs or utm has heights',
    });
  return choice;
}

/** The word for heights that need no geoid. */
export const NO_GEOID = 'none';

const LOCAL: ProjectionChoice = { kind: 'local' };

function statedProjection(choice: TrajectoryDefinition['projection']): ProjectionChoice | undefined {
  if (choice === undefined || choice === 'crs') return undefined;
  if (choice === 'local' || choice === 'utm') return { kind: choice };
  if ('utm' in choice) return { kind: 'utm', zone: Number.parseInt(choice.utm, 10), south: choice.utm.endsWith('S') };
  const { latitude, longitude, height } = choice.local;
  return { kind: 'local', origin: { latitude: latitude * DEGREE, longitude: longitude * DEGREE, height } };
}

/** Distance between the datums of the globe and those of continents, metres, and room to spare. */
const NEAR = 10;

/** A zone of UTM that the leg asks for, which warns if the survey's reference system has its places elsewhere. */
async function zoneIn(
  { projection, file }: TrajectoryDefinition,
  crs: Crs | undefined,
  log: Log,
): Promise<ProjectionChoice | undefined> {
  const choice = statedProjection(projection);
  if (choice?.kind !== 'utm' || crs === undefined) return undefined;
  const { planeSystem } = await import('../../crs/plane-system.js');
  const found = await planeSystem(crs.wkt);
  if (found.kind !== 'known') return undefined;
  return {
    ...choice,
    onUse: (first, [x, y]) => {
      const place = placeIn(found.system, first);
      const away = place && Math.hypot(x - place[0], y - place[1]);
      if (away !== undefined && away <= NEAR) return;
      const where = away === undefined ? `far outside ${crsTitle(crs)}` : `${formatCount(Math.round(away))} m from where ${crsTitle(crs)} has it`; // biome-ignore format: one clause
      log.warn(
        `${file}: its first point in UTM is ${where}, the system of the survey; without projection it comes into that`,
      );
    },
  };
}

/** Where a system has a point; undefined if it lies far outside of it. */
function placeIn(system: PlaneSystem, point: GeographicPoint): Vec3 | undefined {
  const place = { file: '' };
  try {
    return createMapProjection({ kind: 'system', system }, point, place)(point, place).position;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function systemProjection(
  definition: TrajectoryDefinition,
  crs: Crs | undefined,
  log: Log,
): Promise<ProjectionChoice | undefined> {
  const isAsked = definition.projection === 'crs';
  if (crs === undefined) {
    if (isAsked) throw new UserError('projection: found crs, expected a survey with crs, such as crs: EPSG:25832');
    return undefined;
  }
  const { planeSystem } = await import('../../crs/plane-system.js');
  const found = await planeSystem(crs.wkt);
  if (found.kind === 'known') {
    const { system } = found;
    return { kind: 'system', system, onShift: (shift) => reportPlace(definition, system, shift, crs, log) };
  }
  if (isAsked)
    throw new UserError(`projection: found crs, but ${found.reason}`, {
      hint: 'projection: utm or local does without',
    });
  if (IS_LOCAL.test(crs.wkt)) return undefined;
  const text = `${definition.file}: x, y and z are east, north and up from the first point, as ${found.reason}`;
  return { kind: 'local', onUse: () => log.warn(text) };
}

/** Systems that are no part of the earth's. */
const IS_LOCAL = /^\s*(LOCAL_CS|ENGCRS|ENGINEERINGCRS)\b/i;

/** Accuracy of the global datums among each other, metres: more is worth a warning. */
const USUAL_ACCURACY = 1;

/** Says by which way, how accurate, positions come into a system, and if heights may be of another kind. */
function reportPlace(
  { file, format = trajectoryFormatOf(file), geoid, offset }: TrajectoryDefinition,
  system: PlaneSystem,
  { name, accuracy }: DatumShift,
  crs: Crs,
  log: Log,
): void {
  const text = `${file}: from WGS 84 to ${system.name} by ${name}${accuracy === undefined ? '' : `, good to ${accuracy} m`}`;
  if (accuracy !== undefined && accuracy > USUAL_ACCURACY) log.warn(text);
  else log.info(text);
  if (system.heights === undefined || geoid !== undefined || offset[2] !== 0 || format === 'nmea') return;
  const those = format === 'sbet' ? 'which are above the ellipsoid' : 'above the ellipsoid or a geoid';
  log.warn(
    `${file}: heights stay as recorded, ${those}, though ${crsTitle(crs)} has ${system.heights}; ` +
      'geoid: FILE.gtx takes a geoid off, geoid: none says that they fit',
  );
}

/** Four bytes a node: a geoid of the whole earth every minute has 233 million. */
const GEOID_BYTES_MAX = 2 ** 30;

/** The geoid in a file that messages call `file`. Throws UserError if it cannot be read or is none. */
export async function readGeoid(files: Files, path: string, file: string, log: Log): Promise<Geoid> {
  const bytes = await readUnzipped(files, path, { file, what: 'a geoid (GTX, GeoTIFF)', bytesMax: GEOID_BYTES_MAX });
  const { isTiff, readGeoidTiff } = await import('../../scene/read/geotiff/read-geoid.js');
  if (isTiff(bytes)) return readGeoidTiff(bytes, { file, log });
  const { readGtx } = await import('../../crs/geoid-grid.js');
  return readGtx(bytes, file);
}
