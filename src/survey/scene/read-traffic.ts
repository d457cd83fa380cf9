import { DEGREE } from '../../base/angle.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import type { WithFiles } from '../../base/files/files.js';
import { rotate } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Crs } from '../../crs/crs.js';
import { createMapProjection, type MapProjection } from '../../platform/map-projection.js';
import type { TrafficTrack } from '../../scene/motion/traffic-track.js';
import { readFcd } from '../../scene/traffic/read-fcd.js';
import type { TrackOptions } from '../../scene/traffic/track-list.js';

/** A recording of traffic, and where it is. */
interface TrafficSource extends WithFiles {
  /** Its name in messages. */
  file: string;
  /** Added to places, metres; absent: nothing. */
  offset?: Vec3;
  /** Seconds of the recording that are taken; absent: all. */
  time?: readonly [from: number, to: number];
  /** Whether places are longitudes and latitudes; absent: as the file says. */
  geographic?: boolean;
  /** The system into which these lead; absent: none. */
  crs?: Crs;
}

/** The tracks of a recording in the world, on the scene's clock. Throws UserError. */
export async function readTraffic(path: string, source: TrafficSource): Promise<TrafficTrack[]> {
  const { files, file: name } = source;
  const options = { files, name, ...(await trackOptions(source)) };
  if (!/\.xosc$/i.test(path)) return readFcd(path, options);
  const { readScenario } = await import('../../scene/traffic/read-scenario.js');
  return readScenario(path, { ...options, zero: source.time?.[0] });
}

async function trackOptions({ offset = [0, 0, 0], time, geographic, crs }: TrafficSource) {
  let isGeographic = geographic === true;
  const [dx, dy, dz] = offset;
  let projection: MapProjection | undefined;
  const system = crs && (await planeOf(crs));
  const placeOf: TrackOptions['placeOf'] = (x, y, z, place) => {
    if (!isGeographic) return { position: [x + dx, y + dy, z + dz], turn: 0 };
    if (!system) throw geographicFault(place);
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90))
      throw new UserError(`found x = ${x}, y = ${y}, expected a longitude and a latitude (deg)`, { place });
    const point = { longitude: x * DEGREE, latitude: y * DEGREE, height: z };
    projection ??= createMapProjection({ kind: 'system', system }, point, place);
    const { position, frame } = projection(point, place);
    const [east, north] = rotate(frame, [0, 1, 0]);
    return { position: [position[0] + dx, position[1] + dy, position[2] + dz], turn: Math.atan2(east, north) };
  };
  const onGeographic = (place: SourcePlace): void => {
    isGeographic = geographic ?? true;
    if (isGeographic && !system) throw geographicFault(place);
  };
  return { placeOf, onGeographic, ...(time && { time }) };
}

/** The plane of a reference system; undefined for one that is not known here. */
async function planeOf({ wkt }: Crs) {
  const { planeSystem } = await import('../../crs/plane-system.js');
  const found = await planeSystem(wkt);
  return found.kind === 'known' ? found.system : undefined;
}

const geographicFault = (place: SourcePlace) =>
  new UserError('found longitudes and latitudes, expected a survey with the crs of a plane, such as crs: EPSG:25832', {
    place,
    hint: 'or let SUMO write places of its net, without --fcd-output.geo; geographic: false says that these are such',
  });
