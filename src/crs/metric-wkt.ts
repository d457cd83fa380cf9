import { areMetres, METRE } from './units.js';
import { parseWkt, type WktNode } from './wkt-node.js';
import { systemKind } from './wkt-systems.js';
import { wktUnits } from './wkt-units.js';
import { unitWkt } from './write-wkt.js';

/**
 * The system of a WKT text with metres in place of its units of length: the same plane and heights, under names of
 * their own and without codes, which are those of the other units. Undefined for a system whose units are not all
 * lengths. Throws UserError for a text that is not well-formed WKT.
 */
export function metricWkt(text: string): string | undefined {
  const units = wktUnits(parseWkt(text));
  if (areMetres(units)) return text;
  if (units.plane.kind !== 'length') return undefined;
  const wkt = printed(metric(readParts(text)));
  return areMetres(wktUnits(parseWkt(wkt))) ? wkt : undefined;
}

/** A part of WKT with all values as they are written. */
interface Part {
  keyword: string;
  values: (string | Part)[];
}

/** The parts of well-formed WKT. */
function readParts(text: string): Part {
  const tokens = text.match(/"(?:[^"]|"")*"|[^\s"[\](),]+|[[\](),]/g) ?? [];
  let at = 0;
  const part = (): Part => {
    const keyword = tokens[at++];
    const values: Part['values'] = [];
    for (; tokens[at] !== ']' && tokens[at] !== ')'; ) {
      // Behind the bracket or a comma.
      const isPart = /[[(]/.test(tokens[++at + 1] ?? '');
      values.push(isPart ? part() : tokens[at++]);
    }
    at++;
    return { keyword, values };
  };
  return part();
}

const printed = ({ keyword, values }: Part): string =>
  `${keyword}[${values.map((value) => (typeof value === 'string' ? value : printed(value))).join(',')}]`;

/** Parts that hold for one unit alone: codes, and definitions of PROJ. */
const OF_UNIT = /^(AUTHORITY|ID|EXTENSION)$/i;
const UNIT = /^(UNIT|LENGTHUNIT)$/i;
/** Parameters of WKT 1 whose unit is that of the system. */
const LENGTHS = /easting|northing|height/i;

/** A system in metres. */
function metric(system: Part): Part {
  const { keyword } = system;
  const kind = kindOf(keyword);
  if (kind === 'bound') return withParts(system, (part) => (/^SOURCECRS$/i.test(part.keyword) ? metric(part) : part));
  if (kind === undefined)
    return withParts(system, (part) => (kindOf(part.keyword) === undefined ? part : metric(part)));
  const size = kind === 'compound' ? undefined : sizeOf(system);
  if (areMetres(wktUnits(parseWkt(printed(system))))) return system;
  const parts = withParts(system, (part) => {
    if (OF_UNIT.test(part.keyword)) return undefined;
    if (kind === 'compound') return metric(part);
    return size === undefined ? part : inMetres(part, size);
  });
  return { keyword, values: parts.values.map((value, k) => (k === 0 ? metricName(value) : value)) };
}

const kindOf = (keyword: string) => systemKind({ keyword: keyword.toUpperCase() } as WktNode);

const withParts = ({ keyword, values }: Part, change: (part: Part) => Part | undefined): Part => ({
  keyword,
  values: values.flatMap((value) => (typeof value === 'string' ? value : (change(value) ?? []))),
});

const metricName = (value: string | Part): string | Part =>
  typeof value === 'string' && value.startsWith('"') ? `${value.slice(0, -1)} in metres"` : value;

/** Metres of a system's unit: its own, or that of its first axis. */
function sizeOf({ values }: Part): number | undefined {
  const parts = values.filter((value): value is Part => typeof value !== 'string');
  const unit = parts.find(({ keyword }) => UNIT.test(keyword));
  if (unit) return Number(unit.values[1]);
  const axis = parts.find(({ keyword }) => /^AXIS$/i.test(keyword));
  return axis && sizeOf(axis);
}

/** A part of a system, whose unit has so many metres, in metres. */
function inMetres(part: Part, size: number): Part {
  const { keyword, values } = part;
  if (UNIT.test(keyword)) return readParts(/^UNIT$/i.test(keyword) ? unitWkt(METRE) : 'LENGTHUNIT["metre",1]');
  if (/^AXIS$/i.test(keyword)) return withParts(part, (own) => (UNIT.test(own.keyword) ? inMetres(own, size) : own));
  const [name, value, ...others] = values;
  if (!/^PARAMETER$/i.test(keyword) || typeof name !== 'string' || !LENGTHS.test(name)) return part;
  return { keyword, values: [name, String(Number((Number(value) * size).toPrecision(15))), ...others] };
}
