import { UserError } from '../../base/errors.js';
import { viewOf } from '../bytes/byte-fields.js';
import { CELL_BYTES } from '../records/text-rows.js';
import type { E57Scan } from './e57-cloud.js';
import type { PageReader } from './page-reader.js';
import type { PrototypeElement } from './read-prototype.js';
import { ScanReader } from './scan-reader.js';

/** Points that are looked at of each scan. */
const SAMPLE_POINTS = 4096;

/** Fewer may be a mark that was measured. */
const FEW_POINTS = 2;

const AXES = ['x', 'y', 'z'];

/** A scan with points in its scanner: how many, of how many that were looked at. */
export interface OriginPoints {
  number: number;
  found: number;
  seen: number;
}

/** The warning about scans with points in their scanners, as programs write directions without an echo. */
export function originNotes(scans: readonly OriginPoints[]): string[] {
  if (scans.length === 0) return [];
  const [{ number, found, seen }] = scans;
  const which = scans.length === 1 ? `scan ${number}` : `scan ${number} and ${scans.length - 1} more`;
  return [
    `${which}: ${found} of the first ${seen} points are at 0, 0, 0 of the scanner: directions without an echo, perhaps, and no points`,
  ];
}

/** The points in its scanner of scan `number`; undefined: few or none, or it says which points have no place. */
export async function originPoints(
  scan: Pick<E57Scan, 'points' | 'sectionAt' | 'isSpherical'> & { elements: readonly PrototypeElement[] },
  number: number,
  { pages, path }: { pages: PageReader; path: string },
): Promise<OriginPoints | undefined> {
  const { elements, points } = scan;
  if (points === 0 || elements.some(({ attribute }) => attribute === 'state')) return undefined;
  const uses = elements.map(({ name, form, attribute = '' }) => {
    const cell = AXES.indexOf(attribute);
    return { name, form, ...(cell < 0 ? {} : { use: { cell, factor: 1, term: 0, isWhole: false } }) };
  });
  const view = viewOf(new Uint8Array(SAMPLE_POINTS * AXES.length * CELL_BYTES));
  try {
    const reader = await ScanReader.open(pages, path, { ...scan, elements: uses }, number);
    const count = await reader.read(view, 0, AXES.length * CELL_BYTES, SAMPLE_POINTS, []);
    const found = atOrigin(view, count, scan.isSpherical);
    return found < FEW_POINTS ? undefined : { number, found, seen: count };
  } catch (error) {
    // Reading the points will say it.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Points with coordinates of 0, or a range of 0. */
function atOrigin(view: DataView, count: number, isSpherical: boolean): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const at = (k: number) => view.getFloat64((AXES.length * i + k) * CELL_BYTES, true);
    if (at(0) === 0 && (isSpherical || (at(1) === 0 && at(2) === 0))) found++;
  }
  return found;
}
