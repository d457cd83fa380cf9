import type {
  Projjson,
  ProjjsonAxes,
  ProjjsonBase,
  ProjjsonConversion,
  ProjjsonDatum,
  ProjjsonEllipsoid,
  ProjjsonEnsemble,
  ProjjsonQuantity,
  ProjjsonUnit,
} from './projjson-schema.js';

type Id = { readonly authority: string; readonly code: string | number } | undefined;
type Part = string | false | undefined;

/** A system of PROJJSON as WKT 2 (OGC 18-010r7), which has the same content. */
export function projjsonToWkt(crs: Projjson): string {
  switch (crs.type) {
    case 'CompoundCRS':
      return node('COMPOUNDCRS', text(crs.name), ...crs.components.map(projjsonToWkt), idOf(crs.id));
    case 'ProjectedCRS':
      return node(
        'PROJCRS',
        text(crs.name),
        baseOf(crs.base_crs),
        conversionOf(crs.conversion),
        ...axesOf(crs.coordinate_system),
        idOf(crs.id),
      );
    default:
      return node(
        KEYWORDS[crs.type],
        text(crs.name),
        ...datumsOf(crs, DATUM_KEYWORDS[crs.type]),
        ...axesOf(crs.coordinate_system),
        idOf(crs.id),
      );
  }
}

const KEYWORDS = { VerticalCRS: 'VERTCRS', GeographicCRS: 'GEOGCRS', GeodeticCRS: 'GEODCRS', EngineeringCRS: 'ENGCRS' };
const DATUM_KEYWORDS = {
  VerticalCRS: 'VDATUM',
  GeographicCRS: 'DATUM',
  GeodeticCRS: 'DATUM',
  EngineeringCRS: 'EDATUM',
};

const node = (keyword: string, ...parts: readonly Part[]): string => `${keyword}[${parts.filter(Boolean).join(',')}]`;
const text = (value: string): string => `"${value.replaceAll('"', '""')}"`;

const idOf = (id: Id): Part =>
  id && node('ID', text(id.authority), typeof id.code === 'number' ? `${id.code}` : text(id.code));

const baseOf = (base: ProjjsonBase): string =>
  node('BASEGEOGCRS', text(base.name), ...datumsOf(base, 'DATUM'), idOf(base.id));

function datumsOf(
  { datum, datum_ensemble: ensemble }: { datum?: ProjjsonDatum; datum_ensemble?: ProjjsonEnsemble },
  keyword: string,
): Part[] {
  if (ensemble) return [ensembleOf(ensemble)];
  if (!datum) return [];
  const meridian = datum.prime_meridian;
  return [
    node(keyword, text(datum.name), datum.ellipsoid && ellipsoidOf(datum.ellipsoid)),
    meridian && node('PRIMEM', text(meridian.name), quantityOf(meridian.longitude, 'degree')),
  ];
}

const ensembleOf = ({ name, members, ellipsoid, accuracy }: ProjjsonEnsemble): string =>
  node(
    'ENSEMBLE',
    text(name),
    ...members.map((member) => node('MEMBER', text(member.name), idOf(member.id))),
    ellipsoid && ellipsoidOf(ellipsoid),
    node('ENSEMBLEACCURACY', accuracy),
  );

/**
 * Both forms of an ellipsoid become semi-major axis and inverse flattening; an inverse flattening of 0 means a sphere.
 */
function ellipsoidOf({
  name,
  semi_major_axis,
  semi_minor_axis,
  inverse_flattening,
  radius,
}: ProjjsonEllipsoid): string {
  const major = semi_major_axis ?? radius ?? 0;
  const [a, b] = [numberIn(major), semi_minor_axis === undefined ? undefined : numberIn(semi_minor_axis)];
  const flattening = inverse_flattening ?? (b === undefined || a === b ? 0 : a / (a - b));
  return node('ELLIPSOID', text(name), `${a}`, `${flattening}`, unitOf(unitIn(major, 'metre')));
}

const numberIn = (quantity: ProjjsonQuantity): number => (typeof quantity === 'number' ? quantity : quantity.value);
const unitIn = (quantity: ProjjsonQuantity, silent: 'metre' | 'degree'): ProjjsonUnit =>
  typeof quantity === 'number' ? silent : quantity.unit;
const quantityOf = (quantity: ProjjsonQuantity, silent: 'metre' | 'degree'): string =>
  `${numberIn(quantity)},${unitOf(unitIn(quantity, silent))}`;

const conversionOf = ({ name, method, parameters }: ProjjsonConversion): string =>
  node(
    'CONVERSION',
    text(name),
    node('METHOD', text(method.name), idOf(method.id)),
    ...parameters.map((parameter) =>
      node(
        'PARAMETER',
        text(parameter.name),
        `${parameter.value}`,
        parameter.unit && unitOf(parameter.unit),
        idOf(parameter.id),
      ),
    ),
  );

const axesOf = ({ subtype, axis }: ProjjsonAxes): string[] => [
  node('CS', subtype, `${axis.length}`),
  ...axis.map(({ name, abbreviation, direction, unit }, index) =>
    node(
      'AXIS',
      text(abbreviation === '' ? name : `${name} (${abbreviation})`),
      direction,
      node('ORDER', `${index + 1}`),
      unit && unitOf(unit),
    ),
  ),
];

const UNITS = {
  metre: 'LENGTHUNIT["metre",1]',
  degree: 'ANGLEUNIT["degree",0.0174532925199433]',
  unity: 'SCALEUNIT["unity",1]',
};
const UNIT_KEYWORDS: Readonly<Record<string, string>> = {
  LinearUnit: 'LENGTHUNIT',
  AngularUnit: 'ANGLEUNIT',
  ScaleUnit: 'SCALEUNIT',
};

const unitOf = (unit: ProjjsonUnit): string =>
  typeof unit === 'string'
    ? UNITS[unit]
    : node(UNIT_KEYWORDS[unit.type] ?? 'UNIT', text(unit.name), `${unit.conversion_factor}`);
