import { UserError } from '../base/errors.js';
import type { Crs } from './crs.js';
import { parseWkt, type WktNode } from './wkt-node.js';
import { planeAndHeight, type SystemKind, sourceOf, systemKind, unbound } from './wkt-systems.js';

/**
 * Name and code of the system of a WKT text. Throws UserError unless it is well-formed WKT of a system whose
 * coordinates are metres: projected, local or geocentric, alone or with heights.
 */
export function inspectWkt(text: string): Crs {
  const root = parseWkt(text);
  const fault = systemFault(root) ?? numberFault(root);
  if (fault !== undefined) throw new UserError(fault.message, { hint: fault.hint });
  return { ...identityOf(root), wkt: text.trim() };
}

/** Name and code of a WKT text of any system. Throws UserError unless it is well-formed WKT. */
export const identifyWkt = (text: string): Omit<Crs, 'wkt'> => identityOf(parseWkt(text));

/**
 * Name and code of the plane system of a WKT text: its own, or that of a compound one beside the heights. Throws
 * UserError unless it is well-formed WKT.
 */
export function identifyPlane(text: string): Omit<Crs, 'wkt'> {
  const root = parseWkt(text);
  return identityOf(planeAndHeight(root).plane ?? root);
}

/** EPSG codes of the projected system of a WKT text and of its heights, as far as it has and names them. */
export function epsgCodes(text: string): { plane?: number; height?: number } {
  const parts = planeAndHeight(parseWkt(text));
  const codeOf = (system: WktNode | undefined): number | undefined => {
    const code = /^EPSG:(\d+)$/.exec((system && identityOf(system).code) ?? '')?.[1];
    return code === undefined ? undefined : Number(code);
  };
  const isProjected = parts.plane && systemKind(parts.plane) === 'projected';
  return { plane: isProjected ? codeOf(parts.plane) : undefined, height: codeOf(parts.height) };
}

function identityOf(root: WktNode): Omit<Crs, 'wkt'> {
  const system = unbound(root);
  const [name = 'a system without a name'] = system.texts;
  const id = system.nodes.find(({ keyword }) => keyword === 'AUTHORITY' || keyword === 'ID');
  if (id === undefined) return { name };
  const [authority, code = id.numbers[0]] = id.texts;
  return code === undefined ? { name } : { name, code: `${authority}:${code}` };
}

interface Fault {
  readonly message: string;
  readonly hint?: string;
}

const PLANE_WANTED = 'expected a projected or a local system, in metres';

function systemFault(node: WktNode): Fault | undefined {
  const kind = systemKind(node);
  if (kind === undefined)
    return { message: `found ${node.keyword}, expected WKT of a coordinate reference system, such as PROJCS[…]` };
  const named = `${JSON.stringify(node.texts[0] ?? '')}`;
  if (kind === 'compound') return compoundFault(node);
  if (kind === 'bound') {
    const source = sourceOf(node);
    return source ? systemFault(source) : { message: 'found BOUNDCRS without SOURCECRS' };
  }
  if (node.texts.length === 0) return { message: `found ${node.keyword} without a name` };
  if (kind === 'geographic' || (kind === 'geodetic' && !isCartesian(node)))
    return {
      message: `found ${named}, a system of longitude and latitude; ${PLANE_WANTED}`,
      hint: 'clouds are in metres: take the UTM zone or the national grid of the place',
    };
  if (kind === 'vertical')
    return {
      message: `found ${named}, a system of heights alone; ${PLANE_WANTED}`,
      hint: 'add the one of the plane, as in EPSG:25832+7837',
    };
  return unitFault(node, named);
}

function compoundFault(node: WktNode): Fault | undefined {
  const parts = node.nodes.filter((part) => systemKind(part) !== undefined);
  if (parts.length !== 2)
    return { message: `found a compound system of ${parts.length} others, expected a plane and heights` };
  const [plane, height] = parts;
  if (kindOf(height) !== 'vertical')
    return { message: `found ${JSON.stringify(height.texts[0] ?? '')} for the heights, expected a vertical system` };
  return systemFault(plane) ?? unitFault(height, JSON.stringify(height.texts[0] ?? ''));
}

const kindOf = (node: WktNode): SystemKind | undefined => {
  const source = systemKind(node) === 'bound' ? sourceOf(node) : node;
  return source && systemKind(source);
};

/** Whether a geodetic system has axes x, y and z from the centre of the earth. */
const isCartesian = ({ keyword, nodes }: WktNode): boolean =>
  keyword === 'GEOCCS' || nodes.some((node) => node.keyword === 'CS' && /^cartesian$/i.test(node.texts[0] ?? ''));

/** Least count of numbers in a part of WKT, by keyword. */
const NUMBERS_OF: ReadonlyMap<string, number> = new Map([
  ['PARAMETER', 1],
  ['UNIT', 1],
  ['LENGTHUNIT', 1],
  ['ANGLEUNIT', 1],
  ['SCALEUNIT', 1],
  ['PRIMEM', 1],
  ['ORDER', 1],
  ['SPHEROID', 2],
  ['ELLIPSOID', 2],
]);

/** The fault of a part with a missing or infinite number. */
function numberFault({ keyword, texts, numbers, nodes }: WktNode): Fault | undefined {
  const count = NUMBERS_OF.get(keyword) ?? 0;
  if (numbers.length < count || !numbers.every(Number.isFinite)) {
    const found = [...texts.map((text) => JSON.stringify(text)), ...numbers].join(',').slice(0, FOUND_LENGTH_MAX);
    const expected = count > 1 ? `${count} finite numbers` : 'a finite number';
    return { message: `found ${keyword}[${found}], expected ${expected} in it` };
  }
  return nodes.reduce<Fault | undefined>((found, node) => found ?? numberFault(node), undefined);
}

const FOUND_LENGTH_MAX = 60;

const UNIT_KEYWORDS = ['UNIT', 'LENGTHUNIT'];
/** WKT rounds units of length to 15 digits. */
const UNIT_TOLERANCE = 1e-9;

/** The fault of a system whose unit, its own or that of an axis, is not the metre. */
function unitFault({ nodes }: WktNode, named: string): Fault | undefined {
  const holders = [nodes, ...nodes.filter(({ keyword }) => keyword === 'AXIS').map((axis) => axis.nodes)];
  const units = holders.flat().filter(({ keyword }) => UNIT_KEYWORDS.includes(keyword));
  const odd = units.find(({ numbers: [metres] }) => !(Math.abs(metres - 1) <= UNIT_TOLERANCE));
  if (odd === undefined) return undefined;
  return {
    message: `found ${named} with the unit ${JSON.stringify(odd.texts[0] ?? '')}, expected metres`,
    hint: 'coordinates of clouds are metres: take a system in metres, and convert the cloud with other programs',
  };
}
