import { type Box3, isEmptyBox, type Vec3 } from '../../base/vec3.js';
import { areMetres, type CrsUnits, METRES, type Unit, unitsTitle } from '../../crs/units.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

/** Units of the coordinates in a cloud's file: those of its reference system, or metres. */
export const cloudUnits = ({ units }: Pick<ReadableCloud, 'units'>): CrsUnits => units ?? METRES;

/**
 * The same cloud, read in metres: lengths of other units are converted, degrees are laid out in the plane that touches
 * the ellipsoid in the middle of `around`, a box in degrees. Without such a box, they stay.
 */
export const inMetres = <Cloud extends ReadableCloud>(cloud: Cloud, around = cloud.bounds): Cloud =>
  scaled(cloud, metreFactors(cloudUnits(cloud), around), METRES);

/**
 * The same cloud with all coordinates in one unit of length, and that unit: the plane's own, or metres for degrees. No
 * unit: degrees that no box places.
 */
export function inOneUnit<Cloud extends ReadableCloud>(cloud: Cloud): { cloud: Cloud; unit?: Unit } {
  const units = cloudUnits(cloud);
  const { plane, height } = units;
  if (plane.kind === 'length')
    return { cloud: scaled(cloud, [1, 1, height.size / plane.size], { plane, height: plane }), unit: plane };
  const factors = metreFactors(units, cloud.bounds);
  return factors ? { cloud: scaled(cloud, factors, METRES), unit: METRES.plane } : { cloud };
}

/** A box of points that were read of a cloud, in the unit of its file. */
export function asInFile({ axisFactors }: Pick<ReadableCloud, 'axisFactors'>, { min, max }: Box3): Box3 {
  const over = (corner: Vec3): Vec3 =>
    axisFactors ? [corner[0] / axisFactors[0], corner[1] / axisFactors[1], corner[2] / axisFactors[2]] : corner;
  return { min: [...over(min)], max: [...over(max)] };
}

/** WGS 84: semi-major axis, metres, and the square of the first eccentricity. */
const [RADIUS, ECCENTRICITY_SQUARED] = [6_378_137, 0.006_694_379_990_14];

/** Metres of a unit of x, y and z; undefined if degrees lie at no known latitude. */
function metreFactors({ plane, height }: CrsUnits, around: ReadableCloud['bounds']): Vec3 | undefined {
  if (plane.kind === 'length') return [plane.size, plane.size, height.size];
  if (!around || isEmptyBox(around)) return undefined;
  const latitude = (plane.size * (around.min[1] + around.max[1])) / 2;
  if (!(Math.abs(latitude) < Math.PI / 2)) return undefined;
  // Radii of curvature: of the prime vertical, and of the meridian.
  const bend = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude) ** 2;
  const [east, north] = [RADIUS / Math.sqrt(bend), (RADIUS * (1 - ECCENTRICITY_SQUARED)) / bend ** 1.5];
  return [plane.size * east * Math.cos(latitude), plane.size * north, height.size];
}

function scaled<Cloud extends ReadableCloud>(cloud: Cloud, factors: Vec3 | undefined, units: CrsUnits): Cloud {
  if (!factors || factors.every((factor) => factor === 1)) return cloud;
  const { bounds } = cloud;
  const times = (corner: Vec3): Vec3 => [corner[0] * factors[0], corner[1] * factors[1], corner[2] * factors[2]];
  return {
    ...cloud,
    units,
    axisFactors: factors,
    ...(bounds && { bounds: { min: times(bounds.min), max: times(bounds.max) } }),
  };
}

/** The units of a cloud in words, if they are not all metres. */
export const oddUnits = (cloud: Pick<ReadableCloud, 'units'>): string | undefined =>
  areMetres(cloudUnits(cloud)) ? undefined : unitsTitle(cloudUnits(cloud));
