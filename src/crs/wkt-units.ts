import { type CrsUnits, METRE, type Unit, unitOfSize } from './units.js';
import type { WktNode } from './wkt-node.js';
import { planeAndHeight, type SystemKind, systemKind } from './wkt-systems.js';

/**
 * Units of the coordinates of a system of WKT. Heights without a system of their own have the unit of the plane if it
 * is a length, as programs write LAS, or else metres. A unit that is missing is the metre, and `lacks` names what it
 * is missing of.
 */
export function wktUnits(root: WktNode): CrsUnits & { readonly lacks?: 'plane' | 'heights' } {
  const { plane, height } = planeAndHeight(root);
  const stated = plane && unitOf(plane);
  const planeUnit = stated ?? METRE;
  const ofAxis = plane && axisUnit(plane, 2);
  const own = height ? unitOf(height) : (ofAxis ?? (planeUnit.kind === 'length' ? planeUnit : METRE));
  const lacks = plane && stated === undefined ? 'plane' : own === undefined ? 'heights' : undefined;
  return { plane: planeUnit, height: own ?? METRE, ...(lacks && { lacks }) };
}

/** Kinds whose `UNIT` is an angle. */
const isAngular = (kind: SystemKind | undefined): boolean => kind === 'geographic';

/** Keywords of units, with their kind; `UNIT` is that of the system. */
const UNIT_KINDS: Readonly<Record<string, Unit['kind'] | 'own'>> = {
  UNIT: 'own',
  LENGTHUNIT: 'length',
  ANGLEUNIT: 'angle',
};

function unitOf(system: WktNode): Unit | undefined {
  return unitAmong(system, system) ?? axisUnit(system, 0);
}

/** The unit of axis number `index` of a system of WKT 2. */
function axisUnit(system: WktNode, index: number): Unit | undefined {
  const axis = system.nodes.filter(({ keyword }) => keyword === 'AXIS')[index];
  return axis && unitAmong(axis, system);
}

function unitAmong({ nodes }: WktNode, system: WktNode): Unit | undefined {
  for (const { keyword, texts, numbers } of nodes) {
    const kind = UNIT_KINDS[keyword];
    const [size] = numbers;
    if (kind === undefined || !(size > 0 && Number.isFinite(size))) continue;
    const own = isAngular(systemKind(system)) ? 'angle' : 'length';
    return unitOfSize(kind === 'own' ? own : kind, size, texts[0] ?? 'a unit without a name');
  }
  return undefined;
}
