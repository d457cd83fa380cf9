/*
 * Ranges of colours and intensities in the scans of an E57 file: each states its own (intensityLimits and colorLimits
 * of ASTM E2807-11), the numbers that its sensor can produce. Without limits, some of its points tell.
 */
import { childOf, type XmlElement } from '../../base/xml/xml-element.js';
import { viewOf } from '../bytes/byte-fields.js';
import { NumberSpan } from '../records/number-span.js';
import type { NumberType } from '../records/number-type.js';
import { CELL_BYTES } from '../records/text-rows.js';
import { colourRange, FULL_16_BITS, intensityRange } from '../units/value-ranges.js';
import type { E57Scan } from './e57-cloud.js';
import { bitsOf, type NumberForm } from './number-form.js';
import type { PageReader } from './page-reader.js';
import type { PrototypeElement } from './read-prototype.js';
import { ScanReader } from './scan-reader.js';

/** The numbers of 0 and of 65535. */
export type Span = readonly [least: number, most: number];

/** The spans of a scan's colours and intensities, by the names of their attributes, and a warning about the colours. */
export interface ScanRanges {
  spans: Readonly<Partial<Record<string, Span>>>;
  note?: string;
}

/** The elements of the limits of an attribute, and of both ends in them. */
const LIMITS: Readonly<Record<string, readonly [limits: string, end: string]>> = Object.freeze({
  intensity: ['intensityLimits', 'intensity'],
  red: ['colorLimits', 'colorRed'],
  green: ['colorLimits', 'colorGreen'],
  blue: ['colorLimits', 'colorBlue'],
});

/** The number in a descendant of an element; undefined if there is no such element, or no number in it. */
export function numberAt(element: XmlElement, ...names: string[]): number | undefined {
  let found: XmlElement | undefined = element;
  for (const name of names) found = found && childOf(found, name);
  // An element without text is 0.
  const value = found === undefined ? Number.NaN : Number(found.text || '0');
  return Number.isFinite(value) ? value : undefined;
}

/** The spans that the limits of a scan state, by the names of their attributes. */
export function statedSpans(scan: XmlElement): ScanRanges['spans'] {
  const spans: Record<string, Span> = {};
  for (const [attribute, [limits, end]] of Object.entries(LIMITS)) {
    const [least = 0, most = 0] = ['Minimum', 'Maximum'].map((side) => numberAt(scan, limits, end + side));
    if (least < most) spans[attribute] = [least, most];
  }
  return spans;
}

/** Points that are looked at of a scan without limits. */
const SAMPLE_POINTS = 4096;

/** A scan with its prototype and the spans that it states. */
type StatedScan = Pick<E57Scan, 'points' | 'sectionAt' | 'isSpherical'> & {
  elements: readonly PrototypeElement[];
  spans: ScanRanges['spans'];
};

/**
 * The ranges of scan `number`: as stated, or else as its first points show them. Throws UserError if these cannot be
 * read.
 */
export async function scanRanges(
  scan: StatedScan,
  number: number,
  { pages, path }: { pages: PageReader; path: string },
): Promise<ScanRanges> {
  const open = scan.elements.filter(
    ({ attribute }) => attribute !== undefined && Object.hasOwn(LIMITS, attribute) && !scan.spans[attribute],
  );
  if (open.length === 0 || scan.points === 0) return scan;
  const seen = await seenOf(scan, number, open, { pages, path });
  const spans: Record<string, Span | undefined> = { ...scan.spans };
  let note: string | undefined;
  for (const { attribute = '', form } of open)
    if (attribute === 'intensity') spans.intensity = intensityRange(typeOf(form), seen.intensity)?.span;
    else {
      const found = colourRange(typeOf(form), seen.colour, true);
      spans[attribute] = [0, found.max];
      note = found.note;
    }
  return { spans, note };
}

/** The type among those of other formats that is nearest to a form. */
function typeOf(form: NumberForm): NumberType {
  if (form.type !== 'Integer') return 'f64';
  const bits = bitsOf(form);
  return form.minimum >= 0n && bits <= 16 ? (bits <= 8 ? 'u8' : 'u16') : 'i64';
}

/** Numbers of the first points of a scan, of its intensities and of its colours. */
async function seenOf(
  { elements, ...scan }: StatedScan,
  number: number,
  open: readonly PrototypeElement[],
  { pages, path }: { pages: PageReader; path: string },
) {
  const uses = elements.map(({ name, form, attribute }) => {
    const cell = open.findIndex((element) => element.name === name);
    return { name, form, ...(cell < 0 ? {} : { use: { cell, factor: 1, term: 0, isWhole: false } }), attribute };
  });
  const reader = await ScanReader.open(pages, path, { ...scan, elements: uses }, number);
  const stride = open.length * CELL_BYTES;
  const view = viewOf(new Uint8Array(SAMPLE_POINTS * stride));
  const count = await reader.read(view, 0, stride, SAMPLE_POINTS, []);
  const seen = { intensity: new NumberSpan(), colour: new NumberSpan() };
  for (const [cell, { attribute }] of open.entries()) {
    const span = seen[attribute === 'intensity' ? 'intensity' : 'colour'];
    for (let i = 0; i < count; i++) span.add(view.getFloat64(i * stride + CELL_BYTES * cell, true));
  }
  return seen;
}

/** Groups of scans that are named one by one. */
const GROUPS_MAX = 4;

/** Warnings that name the spans of intensities that are not 0 … 65535, and guessed ranges of colours. */
export function rangeNotes(scans: readonly ScanRanges[]): string[] {
  const groups = new Map<string, number[]>();
  for (const [number, { spans }] of scans.entries()) {
    const { intensity } = spans;
    if (intensity === undefined) continue;
    const words = `from ${intensity[0]} to ${intensity[1]}`;
    groups.set(words, [...(groups.get(words) ?? []), number]);
  }
  const colours = new Set(scans.flatMap(({ note }) => note ?? []));
  const [only] = groups.keys();
  if (groups.size === 0 || (groups.size === 1 && only === `from 0 to ${FULL_16_BITS}`)) return [...colours];
  if (groups.size === 1) {
    const shown = only === 'from 0 to 1' ? `times ${FULL_16_BITS}` : `as 0 … ${FULL_16_BITS}`;
    return [`its intensities are ${only}; they are shown ${shown}`, ...colours];
  }
  const named = [...groups].map(([words, [first, ...others]]) =>
    others.length === 0 ? `${words} in scan ${first}` : `${words} in ${others.length + 1} scans`,
  );
  const rest = named.length > GROUPS_MAX ? ', and others' : '';
  const list = named.slice(0, GROUPS_MAX).join(', ');
  return [`its intensities are ${list}${rest}; they are shown as 0 … ${FULL_16_BITS}`, ...colours];
}
