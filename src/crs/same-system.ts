import { UserError } from '../base/errors.js';
import type { Crs } from './crs.js';
import { isSameUnit, type Unit } from './units.js';
import { parseWkt, type WktNode } from './wkt-node.js';
import { planeAndHeight, systemKind } from './wkt-systems.js';
import { wktUnits } from './wkt-units.js';

/** A system by which clouds are held against each other. */
export type ComparedCrs = Omit<Crs, 'wkt'> & Partial<Pick<Crs, 'wkt'>>;

type Agreement = 'same' | 'other' | 'unsure';

/**
 * Whether two systems are the same: by their codes, or by what their WKT defines, whatever they are called. `unsure`:
 * neither says so, nor that they differ. With `anyUnit` they may have different units of length.
 */
export function sameSystem(a: ComparedCrs, b: ComparedCrs, { anyUnit = false } = {}): Agreement {
  if (a.code !== undefined && a.code === b.code) return 'same';
  const found = a.wkt === undefined || b.wkt === undefined ? 'unsure' : sameContent(a.wkt, b.wkt, anyUnit);
  if (found !== 'unsure') return found;
  if (a.code !== undefined && b.code !== undefined) return 'other';
  return a.name === b.name ? 'same' : 'unsure';
}

function sameContent(a: string, b: string, anyUnit: boolean): Agreement {
  if (a === b) return 'same';
  try {
    return sameNodes(parseWkt(a), parseWkt(b), anyUnit);
  } catch (error) {
    if (error instanceof UserError) return 'unsure';
    throw error;
  }
}

/** Whether two systems of WKT 1 define the same coordinates. */
export function sameNodes(a: WktNode, b: WktNode, anyUnit = false): Agreement {
  const [one, other] = [planeAndHeight(a), planeAndHeight(b)];
  const [units, otherUnits] = [wktUnits(a), wktUnits(b)];
  const areUnlike = (first: Unit, second: Unit) =>
    first.kind !== second.kind || !(anyUnit || isSameUnit(first, second));
  if (areUnlike(units.plane, otherUnits.plane)) return 'other';
  const planes = one.plane && other.plane ? samePlane(one.plane, other.plane) : 'unsure';
  if (planes !== 'same') return planes;
  if (!one.height && !other.height) return 'same';
  if (!one.height || !other.height) return 'unsure';
  if (areUnlike(units.height, otherUnits.height)) return 'other';
  return isSameName(datumOf(one.height), datumOf(other.height)) ? 'same' : 'unsure';
}

const child = (node: WktNode, ...names: string[]): WktNode | undefined =>
  node.nodes.find(({ keyword }) => names.includes(keyword));

const datumOf = (node: WktNode): string => child(node, 'VERT_DATUM', 'VDATUM', 'DATUM', 'ENSEMBLE')?.texts[0] ?? '';

function samePlane(a: WktNode, b: WktNode): Agreement {
  const kind = systemKind(a);
  const other = systemKind(b);
  // A local system may be any other under a name of its own.
  if (kind !== other) return kind === 'local' || other === 'local' ? 'unsure' : 'other';
  if (kind === 'geographic') return sameGeographic(a, b);
  if (a.keyword !== 'PROJCS' || b.keyword !== 'PROJCS') return 'unsure';
  const [first, second] = [child(a, 'GEOGCS'), child(b, 'GEOGCS')];
  const bases = first && second ? sameGeographic(first, second) : 'unsure';
  if (bases !== 'same') return bases;
  const [method, otherMethod] = [a, b].map((node) => plain(child(node, 'PROJECTION')?.texts[0] ?? ''));
  // Programs call a method by different names.
  if (method !== otherMethod) return 'unsure';
  return haveSameParameters(a, b) ? 'same' : 'other';
}

/** Parameters are rounded to 15 digits; a difference of a hundred-millionth is none. */
const TOLERANCE = 1e-8;
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a));

/** The parameters of a system by name, lengths in metres. */
function metricParameters(system: WktNode): Map<string, number> {
  const { size } = wktUnits(system).plane;
  const parameters = system.nodes.filter(({ keyword }) => keyword === 'PARAMETER');
  return new Map(
    parameters.map(({ texts, numbers }) => {
      const name = plain(texts[0] ?? '');
      return [name, name.startsWith('false') ? size * numbers[0] : numbers[0]];
    }),
  );
}

function haveSameParameters(a: WktNode, b: WktNode): boolean {
  const [own, other] = [a, b].map(metricParameters);
  // A parameter that is left out has its neutral value: 1 of scales, else 0.
  const neutral = (name: string) => (name === 'scalefactor' ? 1 : 0);
  return [...new Set([...own.keys(), ...other.keys()])].every((name) =>
    isNear(own.get(name) ?? neutral(name), other.get(name) ?? neutral(name)),
  );
}

function sameGeographic(a: WktNode, b: WktNode): Agreement {
  const [first, second] = [a, b].map((node) => child(node, 'DATUM', 'ENSEMBLE'));
  const [spheroid, otherSpheroid] = [first, second].map((datum) => datum && child(datum, 'SPHEROID', 'ELLIPSOID'));
  if (!first || !second || !spheroid || !otherSpheroid) return 'unsure';
  if (!isNear(child(a, 'PRIMEM')?.numbers[0] ?? 0, child(b, 'PRIMEM')?.numbers[0] ?? 0)) return 'other';
  if (!spheroid.numbers.every((number, k) => isNear(number, otherSpheroid.numbers[k]))) return 'other';
  return isSameName(first.texts[0] ?? '', second.texts[0] ?? '') ? 'same' : 'unsure';
}

const isSameName = (a: string, b: string): boolean => plain(a) === plain(b);

/** Datums by the names of other programs. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  etrs1989: 'europeanterrestrialreferencesystem1989',
  europeanterrestrialreferencesystem1989ensemble: 'europeanterrestrialreferencesystem1989',
  worldgeodeticsystem1984: 'wgs1984',
  worldgeodeticsystem1984ensemble: 'wgs1984',
};

/** A name without differences of spelling between programs: `D_WGS_1984`, `WGS_1984`. */
function plain(name: string): string {
  const bare = name
    .toLowerCase()
    .replace(/^d_/, '')
    .replace(/[^a-z0-9]/g, '');
  return OTHER_NAMES[bare] ?? bare;
}
