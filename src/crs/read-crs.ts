import { UserError } from '../base/errors.js';
import { type Issue, valueAt } from '../base/yaml/check-document.js';
import { formatPath } from '../base/yaml/faults.js';
import { CRS_EXPECTED, type Crs } from './crs.js';
import { epsgSystem } from './epsg-table.js';
import { identifyWkt, inspectWkt } from './inspect-wkt.js';
import { type Projjson, projjsonSchema } from './projjson-schema.js';
import { projjsonToWkt } from './projjson-to-wkt.js';
import { areMetres, METRE } from './units.js';
import { parseWkt, WKT_LENGTH_MAX } from './wkt-node.js';
import { wholeWkt } from './wkt-systems.js';
import { wktUnits } from './wkt-units.js';

/**
 * The reference system that `given` names: an EPSG code (`EPSG:25832`, `25832`, `EPSG:25832+7837` with heights, OGC's
 * URN or address of one), a text with WKT 1 or 2 or with PROJJSON, or PROJJSON itself. Codes are looked up in a table
 * of the program, without a network. Throws UserError for anything else, and for systems whose coordinates are not
 * metres.
 *
 * @example
 * ```ts
 * const { name, wkt } = await readCrs('EPSG:7415'); // Amersfoort / RD New + NAP height
 * ```
 */
export async function readCrs(given: string | number | object): Promise<Crs> {
  if (typeof given === 'number') return crsOfCodes([given]);
  if (typeof given === 'object') return crsOfProjjson(given);
  const text = given.replace(/^\uFEFF/, '').trim();
  const codes = codesIn(text);
  if (codes) return crsOfCodes(codes);
  if (text.startsWith('{')) return crsOfProjjson(parsedJson(text));
  if (/^\w+\s*[[(]/.test(text)) return inspectWkt(wholeWkt(text));
  throw new UserError(`found ${JSON.stringify(text.slice(0, FOUND_LENGTH_MAX))}, expected ${CRS_EXPECTED}`);
}

const FOUND_LENGTH_MAX = 40;

const CODES = /^(?:EPSG:{1,2})?(\d{4,6})(?:\s*\+\s*(?:EPSG:{1,2})?(\d{4,6}))?$/i;
/** OGC's names for a code: urn:ogc:def:crs:EPSG::7415, https://www.opengis.net/def/crs/EPSG/0/7415. */
const OGC_CODE = /^(?:urn:ogc:def:crs:EPSG:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\d.]+\/)(\d{4,6})$/i;

function codesIn(text: string): number[] | undefined {
  const match = CODES.exec(text) ?? OGC_CODE.exec(text);
  return match?.slice(1).flatMap((code) => (code === undefined ? [] : [Number(code)]));
}

async function crsOfCodes([plane, height]: readonly number[]): Promise<Crs> {
  const planeCrs = await wktOfCode(plane);
  if (height === undefined) return inspectWkt(planeCrs.wkt);
  const heightCrs = await wktOfCode(height);
  const name = `${planeCrs.name} + ${heightCrs.name}`;
  const { wkt } = inspectWkt(`COMPD_CS["${name}",${planeCrs.wkt},${heightCrs.wkt}]`);
  return { name, code: `EPSG:${plane}+${height}`, wkt };
}

async function wktOfCode(code: number): Promise<{ readonly name: string; readonly wkt: string }> {
  const system = await epsgSystem(code);
  if (system === undefined)
    throw new UserError(`EPSG:${code} is no system that is known here`, {
      hint: 'give its WKT instead: crs: { file: x.prj } (https://epsg.io shows the WKT of every code)',
    });
  const unit = system.kind === 'other' ? system.unit : oddUnit(system.wkt);
  if (system.kind !== 'other' && unit === undefined) return system;
  const found = `found EPSG:${code}, ${system.name},`;
  if (unit === NO_WKT)
    throw new UserError(`${found} which WKT 1 cannot hold`, { hint: 'give its WKT 2 instead: crs: { file: x.wkt }' });
  throw new UserError(`${found} with the unit ${unit}; expected a system in metres`, {
    hint: 'clouds are in metres: take the UTM zone or the national grid of the place',
  });
}

/** The name of the unit of a system that is not in metres; undefined if it is. */
function oddUnit(wkt: string): string | undefined {
  const units = wktUnits(parseWkt(wkt));
  if (areMetres(units)) return undefined;
  return areMetres({ plane: units.plane, height: METRE }) ? units.height.name : units.plane.name;
}

const NO_WKT = 'no WKT 1';

function parsedJson(text: string): unknown {
  if (text.length > WKT_LENGTH_MAX)
    throw new UserError(`found ${text.length} characters of PROJJSON, expected ${WKT_LENGTH_MAX} at most`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`found a text that begins with {, but is no JSON; expected ${CRS_EXPECTED}`);
  }
}

/** PROJJSON with a known code is the system of that code, whose WKT every reader supports. */
async function crsOfProjjson(given: unknown): Promise<Crs> {
  const { data, error } = projjsonSchema.safeParse(given);
  if (error) throw new UserError(projjsonFault(error.issues[0], given));
  const wkt = projjsonToWkt(data);
  const own = inspectWkt(wkt);
  const code = epsgCodeOf(data);
  const system = code === undefined ? undefined : await epsgSystem(code);
  return system && system.kind !== 'other' && system.name === identifyWkt(wkt).name ? inspectWkt(system.wkt) : own;
}

function epsgCodeOf({ id }: Projjson): number | undefined {
  return id?.authority === 'EPSG' && Number.isInteger(Number(id.code)) ? Number(id.code) : undefined;
}

function projjsonFault({ path, message }: Pick<Issue, 'path' | 'message'>, given: unknown): string {
  const reason = valueAt(given, path) === undefined ? 'missing' : message;
  const place = path.length === 0 ? '' : ` (${formatPath(path)}: ${reason})`;
  return `found a map that is no PROJJSON of a projected, compound or local system${place}; expected ${CRS_EXPECTED}`;
}
