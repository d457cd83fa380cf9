import { UserError } from '../base/errors.js';
import { epsgSystem, projectedOn } from './epsg-table.js';
import { citedName, geographicWkt } from './geo-geographic.js';
import { geoHeights } from './geo-heights.js';
import { GEO_KEY, GEO_MODEL, type GeoKeys, isGeoCode, USER_DEFINED } from './geo-keys.js';
import { projectionWkt } from './geo-projections.js';
import { angularUnit, linearUnit } from './geo-units.js';
import { identifyWkt } from './inspect-wkt.js';
import { sameNodes } from './same-system.js';
import { type CrsUnits, DEGREE_UNIT, isSameUnit, METRE, type Unit } from './units.js';
import { parseWkt } from './wkt-node.js';
import { wholeWkt } from './wkt-systems.js';
import { wktUnits } from './wkt-units.js';
import { quoted, unitWkt } from './write-wkt.js';

/** The system that GeoTIFF keys name or describe. */
export interface GeoKeySystem {
  readonly name: string;
  readonly code?: string;
  /** WKT 1 of the system; absent: the keys name a code that is not known here. */
  readonly wkt?: string;
  readonly units: CrsUnits;
  /** Contradictions and gaps of the keys, one sentence each. */
  readonly doubts: readonly string[];
}

/** A part of a system: the plane, or the heights. */
interface Part {
  readonly name: string;
  readonly code?: number;
  readonly wkt?: string;
  readonly unit: Unit;
}

/**
 * The system of GeoTIFF keys: by its EPSG code, or, if it is user-defined, by its parameters. Without these it is a
 * local system of the name and unit that the keys state. Undefined if the keys say nothing of a plane.
 */
export async function geoKeySystem(keys: GeoKeys): Promise<GeoKeySystem | undefined> {
  const { lost } = keys;
  const doubts = lost.length === 0 ? [] : [`values of the GeoTIFF keys ${lost.join(', ')} are not in their record`];
  const plane = await planeOf(keys, doubts);
  if (plane === undefined) return undefined;
  const height = await geoHeights(keys, plane.unit);
  const units = { plane: plane.unit, height: height?.unit ?? (plane.unit.kind === 'length' ? plane.unit : METRE) };
  if (height === undefined) return { ...named([plane]), wkt: plane.wkt, units, doubts };
  const known = named([plane, height]);
  const isWhole = plane.wkt !== undefined && height.wkt !== undefined;
  const wkt = isWhole ? `COMPD_CS[${quoted(known.name)},${plane.wkt},${height.wkt}]` : undefined;
  return { ...known, wkt, units, doubts };
}

function named(parts: readonly Part[]): { name: string; code?: string } {
  const name = parts.map((part) => part.name).join(' + ');
  const codes = parts.map(({ code }) => code);
  return codes.includes(undefined) ? { name } : { name, code: `EPSG:${codes.join('+')}` };
}

async function planeOf(keys: GeoKeys, doubts: string[]): Promise<Part | undefined> {
  const { numbers } = keys;
  const [projected = 0, geographic = 0] = [GEO_KEY.projected, GEO_KEY.geographic].map((key) => numbers.get(key));
  if (isGeoCode(projected)) return ofCode(projected, keys, doubts);
  if (isProjected(keys)) return userDefined(keys, doubts);
  if (isGeoCode(geographic)) return ofCode(geographic, keys, doubts);
  const wkt = await geographicWkt(keys);
  return wkt === undefined ? localSystem(keys, doubts) : { name: parseWkt(wkt).texts[0], wkt, unit: angularUnit(keys) };
}

/** Whether the keys describe a projected system; without the key of the model, others tell. */
function isProjected({ numbers }: GeoKeys): boolean {
  const model = numbers.get(GEO_KEY.model);
  if (model === GEO_MODEL.projected) return true;
  return model === undefined && (numbers.get(GEO_KEY.projected) === USER_DEFINED || numbers.has(GEO_KEY.method));
}

/** The system of a code. The unit of the keys decides only where the code is not known here. */
async function ofCode(code: number, keys: GeoKeys, doubts: string[]): Promise<Part> {
  const system = await epsgSystem(code);
  const stated = linearUnit(keys);
  if (system === undefined || system.kind === 'other') {
    const isAngular = system?.kind === 'other' && system.unit.startsWith('degree');
    if (!isAngular && stated === undefined)
      doubts.push(
        `the unit of EPSG:${code} is not known, and GeoTIFF key ${GEO_KEY.linearUnits} states none: taken as metres`,
      );
    return { name: system?.name ?? `EPSG:${code}`, code, unit: isAngular ? DEGREE_UNIT : (stated ?? METRE) };
  }
  const { plane: unit } = wktUnits(parseWkt(system.wkt));
  if (stated && unit.kind === 'length' && !isSameUnit(stated, unit))
    doubts.push(
      `EPSG:${code} is in the unit ${unit.name}, GeoTIFF key ${GEO_KEY.linearUnits} says ${stated.name}: the former is taken`,
    );
  return { name: system.name, code, wkt: system.wkt, unit };
}

/** A projected system of parameters, with its code if EPSG has the same; else a local one of its name and unit. */
async function userDefined(keys: GeoKeys, doubts: string[]): Promise<Part | undefined> {
  const given = wktInCitation(keys);
  if (given !== undefined) return given;
  const projection = projectionWkt(keys);
  const base = projection === undefined ? undefined : await geographicWkt(keys);
  if (base === undefined) return localSystem(keys, doubts);
  const name = projectedName(keys) ?? 'user-defined';
  const unit = linearUnitOr(keys, name, doubts);
  const wktWith = (parameters: string | undefined) =>
    `PROJCS[${quoted(name)},${base},${parameters},${unitWkt(unit)},AXIS["Easting",EAST],AXIS["Northing",NORTH]]`;
  const wkt = wktWith(projection);
  // Older libgeotiff wrote false eastings in metres beside coordinates in feet.
  const older = wktWith(projectionWkt(keys, unit.size));
  return (await systemLike(wkt, base, unit)) ?? (await systemLike(older, base, unit)) ?? { name, wkt, unit };
}

/** The system of EPSG with the same base, projection, parameters and unit. */
async function systemLike(wkt: string, base: string, unit: Unit): Promise<Part | undefined> {
  const code = /^EPSG:(\d+)$/.exec(identifyWkt(base).code ?? '')?.[1];
  if (code === undefined) return undefined;
  const own = parseWkt(wkt);
  const projection = /PROJECTION\["(\w+)"\]/.exec(wkt)?.[1] ?? '';
  const candidates = await projectedOn(Number(code), projection);
  const found = candidates.find((system) => sameNodes(own, parseWkt(system.wkt)) === 'same');
  return found && { name: found.name, code: found.code, wkt: found.wkt, unit };
}

/** The system of the WKT that ArcGIS writes into a citation. */
function wktInCitation({ texts }: GeoKeys): Part | undefined {
  for (const text of texts.values()) {
    const given = /ESRI PE String = (.*)/s.exec(text)?.[1];
    if (given === undefined) continue;
    try {
      const wkt = wholeWkt(given.trim());
      const root = parseWkt(wkt);
      return { name: root.texts[0] ?? 'user-defined', wkt, unit: wktUnits(root).plane };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
  return undefined;
}

/** Type of a local datum in OGC 01-009 that GDAL calls unknown. */
const UNKNOWN_DATUM = 32_767;

/** A system of which at most the name and the unit are known; undefined if the keys do not speak of a plane. */
function localSystem(keys: GeoKeys, doubts: string[]): Part | undefined {
  const name = projectedName(keys);
  if (!isProjected(keys) && linearUnit(keys) === undefined) return undefined;
  const title = name ?? 'user-defined';
  const unit = linearUnitOr(keys, title, doubts);
  const wkt = `LOCAL_CS[${quoted(title)},LOCAL_DATUM["unknown",${UNKNOWN_DATUM}],${unitWkt(unit)},AXIS["X",EAST],AXIS["Y",NORTH]]`;
  return { name: title, wkt, unit };
}

/** The unit that the keys state; metres and a doubt if they state none. */
function linearUnitOr(keys: GeoKeys, name: string, doubts: string[]): Unit {
  const unit = linearUnit(keys);
  if (unit === undefined)
    doubts.push(`"${name}" has no unit (GeoTIFF key ${GEO_KEY.linearUnits}): its coordinates are taken as metres`);
  return unit ?? METRE;
}

const projectedName = ({ texts }: GeoKeys): string | undefined =>
  [GEO_KEY.projectedCitation, GEO_KEY.citation]
    .map((key) => citedName(texts.get(key) ?? ''))
    .find((name) => name !== undefined);
