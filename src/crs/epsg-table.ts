/**
 * The systems of the EPSG Geodetic Parameter Dataset (`crs-db/epsg.tsv`, in the form described in
 * `crs-db/make-table.py`), compressed in the program, so that no network is needed.
 */

import { inflateBase64 } from '../base/inflate-base64.js';

type WholeKind = 'geographic' | 'geocentric' | 'vertical';

/** A system by its code: its WKT 1, in any unit, or the reason why it has none. */
export type EpsgSystem =
  | { readonly kind: 'projected' | 'compound' | WholeKind; readonly name: string; readonly wkt: string }
  | { readonly kind: 'other'; readonly name: string; readonly unit: string };

/** The system with the EPSG code `code`, or undefined if there is none. */
export const epsgSystem = async (code: number): Promise<EpsgSystem | undefined> => systemIn(await tableText(), code);

let table: Promise<string> | undefined;

function tableText(): Promise<string> {
  table ??= loadTable();
  return table;
}

async function loadTable(): Promise<string> {
  const { EPSG_TABLE } = await import('./epsg-table.generated.js');
  return new TextDecoder().decode(await inflateBase64(EPSG_TABLE));
}

/** The cells behind the code, or undefined. */
function rowOf(text: string, kind: EpsgSystem['kind'], code: number | string): string[] | undefined {
  const start = text.indexOf(`\n${kind}\t${code}\t`);
  if (start < 0) return undefined;
  return text
    .slice(start + 1, text.indexOf('\n', start + 1))
    .split('\t')
    .slice(2);
}

function systemIn(text: string, code: number): EpsgSystem | undefined {
  const projected = projectedWkt(text, code);
  if (projected) return { kind: 'projected', ...projected };
  for (const kind of ['vertical', 'geographic', 'geocentric'] as const) {
    const whole = wholeRow(text, kind, code);
    if (whole) return { kind, ...whole };
  }
  const compound = compoundWkt(text, code);
  if (compound) return { kind: 'compound', ...compound };
  const other = rowOf(text, 'other', code);
  return other && { kind: 'other', name: other[0], unit: other[1] };
}

interface NamedWkt {
  readonly name: string;
  readonly wkt: string;
}

const withCode = (open: string, code: number | string): string => `${open},AUTHORITY["EPSG","${code}"]]`;

function projectedWkt(text: string, code: number | string): NamedWkt | undefined {
  const row = rowOf(text, 'projected', code);
  if (!row) return undefined;
  const [name, base, rest] = row;
  const geographic = wholeRow(text, 'geographic', base);
  return geographic && { name, wkt: withCode(`PROJCS["${name}",${geographic.wkt},${rest}`, code) };
}

function wholeRow(text: string, kind: WholeKind, code: number | string): NamedWkt | undefined {
  const row = rowOf(text, kind, code);
  return row && { name: row[0].split('"')[1], wkt: withCode(row[0], code) };
}

function compoundWkt(text: string, code: number): NamedWkt | undefined {
  const row = rowOf(text, 'compound', code);
  if (!row) return undefined;
  const [name, plane, height] = row;
  const parts = [projectedWkt(text, plane) ?? wholeRow(text, 'geographic', plane), wholeRow(text, 'vertical', height)];
  if (!parts[0] || !parts[1]) return undefined;
  return { name, wkt: withCode(`COMPD_CS["${name}",${parts[0].wkt},${parts[1].wkt}`, code) };
}

/** The projected systems on the geographic one with the code `base`, by a projection's name in WKT 1. */
export async function projectedOn(base: number, projection: string): Promise<(NamedWkt & { readonly code: number })[]> {
  const text = await tableText();
  const geographic = wholeRow(text, 'geographic', base);
  if (!geographic) return [];
  const rows = text.matchAll(
    new RegExp(`^projected\\t(\\d+)\\t([^\\t]+)\\t${base}\\t(PROJECTION\\["${projection}".*)$`, 'gm'),
  );
  return Array.from(rows, ([, code, name, rest]) => ({
    code: Number(code),
    name,
    wkt: withCode(`PROJCS["${name}",${geographic.wkt},${rest}`, code),
  }));
}

/** The WKT of the ellipsoid with an EPSG code, `SPHEROID["GRS 1980",6378137,298.257222101,…]`; undefined: none. */
export async function spheroidWkt(code: number): Promise<string | undefined> {
  const found = new RegExp(`SPHEROID\\["[^"]*",[^,\\]]+,[^,\\]]+,AUTHORITY\\["EPSG","${code}"\\]\\]`);
  return found.exec(await tableText())?.[0];
}
