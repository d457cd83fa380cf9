import { epsgSystem } from './epsg-table.js';
import { epsgCodes } from './inspect-wkt.js';
import { type Ellipsoid, type Geographic, WGS84 } from './projections/ellipsoid.js';
import { inverseLambertConformal } from './projections/lambert-conformal.js';
import { inverseTransverseMercator } from './projections/transverse-mercator.js';
import { parseWkt, type WktNode } from './wkt-node.js';
import { wktUnits } from './wkt-units.js';

/** The conversion from a system to WGS 84, or the reason why there is none, as the end of a sentence. */
export type ToWgs84 =
  | { readonly kind: 'known'; readonly toDegrees: (easting: number, northing: number) => [number, number] }
  | { readonly kind: 'unknown'; readonly reason: string };

const unknown = (reason: string): ToWgs84 => ({ kind: 'unknown', reason });

/**
 * The conversion from the plane coordinates of a system, in its own unit, to longitude and latitude in WGS 84, degrees.
 * Supports transverse Mercator and Lambert's conformal conic projection on datums that agree with WGS 84 to a few
 * metres, such as ETRS89, NAD83 and GDA; the difference is ignored. Throws UserError for a text that is not WKT.
 */
export async function toWgs84(wkt: string): Promise<ToWgs84> {
  const { plane } = epsgCodes(wkt);
  const known = plane === undefined ? undefined : await epsgSystem(plane);
  const root = parseWkt(known && known.kind === 'projected' ? known.wkt : wkt);
  const system = root.keyword === 'COMPD_CS' ? (root.nodes.find(({ keyword }) => keyword === 'PROJCS') ?? root) : root;
  const [name = 'it'] = system.texts;
  if (system.keyword !== 'PROJCS') return unknown(`${name} is no projected system whose formula is known here`);
  const datum = datumOf(system);
  if (datum === undefined) return unknown(`the datum of ${name} is another than that of WGS 84`);
  const { size } = wktUnits(system).plane;
  const inverse = inverseOf(system, datum, size);
  if (inverse === undefined) return unknown(`the projection of ${name} (${projectionOf(system)}) is not known here`);
  return {
    kind: 'known',
    toDegrees: (easting, northing) => {
      const { longitude, latitude } = inverse(size * easting, size * northing);
      return [longitude / DEGREE, latitude / DEGREE];
    },
  };
}

const DEGREE = Math.PI / 180;

const child = ({ nodes }: WktNode, name: string): WktNode | undefined => nodes.find(({ keyword }) => keyword === name);

const projectionOf = (system: WktNode): string => child(system, 'PROJECTION')?.texts[0] ?? '';

/** Ellipsoids of datums that agree with WGS 84, by inverse flattening: its own, and GRS 1980. */
const GLOBAL_FLATTENINGS = [298.257223563, 298.257222101];
const FLATTENING_TOLERANCE = 1e-6;

/** The ellipsoid of a system whose longitudes and latitudes agree with those of WGS 84 to a few metres. */
function datumOf(system: WktNode): Ellipsoid | undefined {
  const geographic = child(system, 'GEOGCS');
  const datum = geographic && child(geographic, 'DATUM');
  const [radius, inverseFlattening] = (datum && child(datum, 'SPHEROID')?.numbers) ?? [];
  const isGlobal =
    radius === WGS84.radius &&
    GLOBAL_FLATTENINGS.some((value) => Math.abs(value - inverseFlattening) < FLATTENING_TOLERANCE);
  const isMoved = datum && child(datum, 'TOWGS84')?.numbers.some((value) => value !== 0);
  const meridian = geographic && child(geographic, 'PRIMEM')?.numbers[0];
  const unit = geographic && child(geographic, 'UNIT')?.numbers[0];
  const isInDegrees = unit !== undefined && Math.abs(unit - DEGREE) < 1e-12;
  if (!isGlobal || isMoved || meridian !== 0 || !isInDegrees) return undefined;
  return { radius, flattening: 1 / inverseFlattening };
}

function inverseOf(
  system: WktNode,
  ellipsoid: Ellipsoid,
  size: number,
): ((easting: number, northing: number) => Geographic) | undefined {
  const parameter = (name: string, absent = 0): number =>
    system.nodes.find(({ keyword, texts }) => keyword === 'PARAMETER' && texts[0].toLowerCase() === name)?.numbers[0] ??
    absent;
  const common = {
    latitudeOfOrigin: parameter('latitude_of_origin') * DEGREE,
    centralMeridian: parameter('central_meridian') * DEGREE,
    scale: parameter('scale_factor', 1),
    falseEasting: size * parameter('false_easting'),
    falseNorthing: size * parameter('false_northing'),
  };
  switch (projectionOf(system).toLowerCase()) {
    case 'transverse_mercator':
      return inverseTransverseMercator(common, ellipsoid);
    case 'lambert_conformal_conic_1sp':
      return inverseLambertConformal(
        { ...common, parallels: [common.latitudeOfOrigin, common.latitudeOfOrigin] },
        ellipsoid,
      );
    case 'lambert_conformal_conic_2sp': {
      const parallels = [parameter('standard_parallel_1') * DEGREE, parameter('standard_parallel_2') * DEGREE] as const;
      return inverseLambertConformal({ ...common, parallels }, ellipsoid);
    }
    default:
      return undefined;
  }
}
