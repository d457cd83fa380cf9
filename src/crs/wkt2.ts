import { projectionName, wktPart } from './proj-definition.js';
import { parseWkt, type WktNode } from './wkt-node.js';
import { planeAndHeight } from './wkt-systems.js';
import { quoted, VERTICAL_DATUM } from './write-wkt.js';

/** A parameter of WKT 1 as EPSG calls it: name, code, kind of its unit. */
type Parameter = readonly [name: string, code: number, unit: 'angle' | 'length' | 'scale'];

/** Parameters of EPSG data set 11 by their names in OGC 01-009. */
const NATURAL: Readonly<Record<string, Parameter>> = {
  latitude_of_origin: ['Latitude of natural origin', 8801, 'angle'],
  latitude_of_center: ['Latitude of natural origin', 8801, 'angle'],
  central_meridian: ['Longitude of natural origin', 8802, 'angle'],
  longitude_of_center: ['Longitude of natural origin', 8802, 'angle'],
  scale_factor: ['Scale factor at natural origin', 8805, 'scale'],
  standard_parallel_1: ['Latitude of 1st standard parallel', 8823, 'angle'],
  standard_parallel_2: ['Latitude of 2nd standard parallel', 8824, 'angle'],
  false_easting: ['False easting', 8806, 'length'],
  false_northing: ['False northing', 8807, 'length'],
};
const FALSE_ORIGIN: typeof NATURAL = {
  ...NATURAL,
  latitude_of_origin: ['Latitude of false origin', 8821, 'angle'],
  latitude_of_center: ['Latitude of false origin', 8821, 'angle'],
  central_meridian: ['Longitude of false origin', 8822, 'angle'],
  longitude_of_center: ['Longitude of false origin', 8822, 'angle'],
  false_easting: ['Easting at false origin', 8826, 'length'],
  false_northing: ['Northing at false origin', 8827, 'length'],
};
const OBLIQUE: typeof NATURAL = {
  latitude_of_center: ['Latitude of projection centre', 8811, 'angle'],
  longitude_of_center: ['Longitude of projection centre', 8812, 'angle'],
  azimuth: ['Azimuth of initial line', 8813, 'angle'],
  rectified_grid_angle: ['Angle from Rectified to Skew Grid', 8814, 'angle'],
  scale_factor: ['Scale factor on initial line', 8815, 'scale'],
  false_easting: ['False easting', 8806, 'length'],
  false_northing: ['False northing', 8807, 'length'],
};
const OBLIQUE_CENTRE: typeof NATURAL = {
  ...OBLIQUE,
  false_easting: ['Easting at projection centre', 8816, 'length'],
  false_northing: ['Northing at projection centre', 8817, 'length'],
};

/** Methods of OGC 01-009, in lower case, as EPSG calls them. */
const METHODS: Readonly<Record<string, readonly [name: string, code: number, parameters: typeof NATURAL]>> = {
  transverse_mercator: ['Transverse Mercator', 9807, NATURAL],
  lambert_conformal_conic_1sp: ['Lambert Conic Conformal (1SP)', 9801, NATURAL],
  lambert_conformal_conic_2sp: ['Lambert Conic Conformal (2SP)', 9802, FALSE_ORIGIN],
  albers_conic_equal_area: ['Albers Equal Area', 9822, FALSE_ORIGIN],
  lambert_azimuthal_equal_area: ['Lambert Azimuthal Equal Area', 9820, NATURAL],
  oblique_stereographic: ['Oblique Stereographic', 9809, NATURAL],
  hotine_oblique_mercator: ['Hotine Oblique Mercator (variant A)', 9812, OBLIQUE],
  hotine_oblique_mercator_azimuth_center: ['Hotine Oblique Mercator (variant B)', 9815, OBLIQUE_CENTRE],
  cassini_soldner: ['Cassini-Soldner', 9806, NATURAL],
  mercator_1sp: ['Mercator (variant A)', 9804, NATURAL],
  mercator_2sp: ['Mercator (variant B)', 9805, NATURAL],
};

/**
 * A projected or compound system as WKT 2 (OGC 18-010r7): of WKT 1 by its words, of WKT 2 as it is. Undefined for other
 * kinds of systems, methods that are not known here, axes other than east and north, and heights above an ellipsoid.
 * Throws UserError for a text that is not WKT.
 */
export function wkt2Of(text: string): string | undefined {
  const root = parseWkt(text);
  if (['PROJCRS', 'PROJECTEDCRS', 'COMPOUNDCRS', 'BOUNDCRS'].includes(root.keyword)) return text;
  if (root.keyword === 'PROJCS') return projected(root);
  if (root.keyword !== 'COMPD_CS') return undefined;
  const { plane, height } = planeAndHeight(root);
  const parts = [plane && projected(plane), height && vertical(height)];
  if (parts.includes(undefined)) return undefined;
  return node('COMPOUNDCRS', [quoted(root.texts[0] ?? ''), ...parts, ...idOf(root)]);
}

const node = (keyword: string, parts: readonly (string | number | undefined)[]): string =>
  `${keyword}[${parts.join(',')}]`;

function projected(system: WktNode): string | undefined {
  const [geographic, unit] = [wktPart(system, 'GEOGCS'), wktPart(system, 'UNIT')];
  const datum = geographic && wktPart(geographic, 'DATUM');
  const spheroid = datum && wktPart(datum, 'SPHEROID');
  const angle = geographic && wktPart(geographic, 'UNIT');
  const method = METHODS[projectionName(system).toLowerCase()];
  if (!geographic || !datum || !spheroid || !angle || !unit || !method || !goesEastAndNorth(system)) return undefined;
  const angleUnit = unitNode('ANGLEUNIT', angle);
  const lengthUnit = unitNode('LENGTHUNIT', unit);
  const units = { angle: angleUnit, length: lengthUnit, scale: 'SCALEUNIT["unity",1]' };
  const [name, code, names] = method;
  const parameters = parametersOf(system, names, units);
  if (parameters === undefined) return undefined;
  const ellipsoid = [quoted(spheroid.texts[0] ?? ''), ...spheroid.numbers.slice(0, 2), 'LENGTHUNIT["metre",1]'];
  const datumName = quoted((datum.texts[0] ?? '').replaceAll('_', ' '));
  const meridian = wktPart(geographic, 'PRIMEM');
  const base = [
    quoted(geographic.texts[0] ?? ''),
    node('DATUM', [datumName, node('ELLIPSOID', ellipsoid), ...idOf(datum)]),
    // WKT 1 has the prime meridian in degrees.
    node('PRIMEM', [quoted(meridian?.texts[0] ?? 'Greenwich'), meridian?.numbers[0] ?? 0, DEGREE]),
    ...idOf(geographic),
  ];
  return node('PROJCRS', [
    quoted(system.texts[0] ?? ''),
    node('BASEGEOGCRS', base),
    node('CONVERSION', ['"unnamed"', node('METHOD', [quoted(name), `ID["EPSG",${code}]`]), ...parameters]),
    ...['CS[Cartesian,2]', 'AXIS["easting (E)",east,ORDER[1]]', 'AXIS["northing (N)",north,ORDER[2]]'],
    lengthUnit,
    ...idOf(system),
  ]);
}

const DEGREE = 'ANGLEUNIT["degree",0.0174532925199433]';

function parametersOf(
  system: WktNode,
  names: typeof NATURAL,
  units: Readonly<Record<Parameter[2], string>>,
): string[] | undefined {
  const found = system.nodes.filter(({ keyword }) => keyword === 'PARAMETER');
  const known = found.map(({ texts, numbers }) => ({ as: names[(texts[0] ?? '').toLowerCase()], value: numbers[0] }));
  if (known.some(({ as }) => as === undefined)) return undefined;
  return known.map(({ as: [name, code, unit], value }) =>
    node('PARAMETER', [quoted(name), value, units[unit], `ID["EPSG",${code}]`]),
  );
}

function vertical(system: WktNode): string | undefined {
  const [datum, unit] = [wktPart(system, 'VERT_DATUM'), wktPart(system, 'UNIT')];
  const isDown = system.nodes.some(({ keyword, texts }) => keyword === 'AXIS' && /^down$/i.test(texts[1] ?? ''));
  if (!datum || !unit || isDown || datum.numbers[0] === VERTICAL_DATUM.ellipsoidal) return undefined;
  return node('VERTCRS', [
    quoted(system.texts[0] ?? ''),
    node('VDATUM', [quoted(datum.texts[0] ?? ''), ...idOf(datum)]),
    ...['CS[vertical,1]', 'AXIS["gravity-related height (H)",up]'],
    unitNode('LENGTHUNIT', unit),
    ...idOf(system),
  ]);
}

const unitNode = (keyword: string, { texts, numbers }: WktNode): string =>
  node(keyword, [quoted(texts[0] ?? ''), numbers[0]]);

/** Systems without axes go east and north. */
function goesEastAndNorth({ nodes }: WktNode): boolean {
  const sides = nodes.flatMap(({ keyword, texts }) => (keyword === 'AXIS' ? [(texts[1] ?? '').toLowerCase()] : []));
  return sides.length === 0 || (sides.length === 2 && sides[0] === 'east' && sides[1] === 'north');
}

function idOf(system: WktNode): string[] {
  const [authority, code] = wktPart(system, 'AUTHORITY')?.texts ?? [];
  return authority && /^\d+$/.test(code ?? '') ? [`ID[${quoted(authority)},${code}]`] : [];
}
