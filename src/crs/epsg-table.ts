/**
 * The systems of the EPSG Geodetic Parameter Dataset (`crs-db/epsg.tsv`, in the form described in
 * `crs-db/make-table.py`), compressed in the program, so that no network is needed.
 */

import { inflateBase64 } from '../base/inflate-base64.js';

/** A system by its code: its WKT, or the reason why clouds cannot use it. */
export type EpsgSystem =
  | { readonly kind: 'projected' | 'geocentric' | 'compound' | 'vertical'; readonly name: string; readonly wkt: string }
  | { readonly kind: 'other'; readonly name: string; readonly unit: string };

/** The system with the EPSG code `code`, or undefined if there is none. */
export async function epsgSystem(code: number): Promise<EpsgSystem | undefined> {
  table ??= loadTable();
  return systemIn(await table, code);
}

let table: Promise<string> | undefined;

async function loadTable(): Promise<string> {
  const { EPSG_TABLE } = await import('./epsg-table.generated.js');
  return new TextDecoder().decode(await inflateBase64(EPSG_TABLE));
}

type RowKind = EpsgSystem['kind'] | 'geographic';

/** The cells behind the code, or undefined. */
function rowOf(text: string, kind: RowKind, code: number | string): string[] | undefined {
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
  for (const kind of ['vertical', 'geocentric'] as const) {
    const whole = wholeWkt(text, kind, code);
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
  const geographic = wholeWkt(text, 'geographic', base);
  return geographic && { name, wkt: withCode(`PROJCS["${name}",${geographic.wkt},${rest}`, code) };
}

function wholeWkt(text: string, kind: 'geographic' | 'geocentric' | 'vertical', code: number | string) {
  const row = rowOf(text, kind, code);
  return row && { name: row[0].split('"')[1], wkt: withCode(row[0], code) };
}

function compoundWkt(text: string, code: number): NamedWkt | undefined {
  const row = rowOf(text, 'compound', code);
  if (!row) return undefined;
  const [name, plane, height] = row;
  const parts = [projectedWkt(text, plane), wholeWkt(text, 'vertical', height)];
  if (!parts[0] || !parts[1]) return undefined;
  return { name, wkt: withCode(`COMPD_CS["${name}",${parts[0].wkt},${parts[1].wkt}`, code) };
}

/** Name and code of the systems with these EPSG codes, of any kind and unit; unknown ones are named by code. */
export async function identifyCodes(plane: number, height?: number): Promise<{ name: string; code: string }> {
  const codes = [plane, height].filter((code) => code !== undefined);
  const names = await Promise.all(codes.map(async (code) => (await epsgSystem(code))?.name ?? `EPSG:${code}`));
  return { name: names.join(' + '), code: `EPSG:${codes.join('+')}` };
}
