import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { readBounded } from '../base/files/read-bounded.js';
import type { Box3 } from '../base/vec3.js';
import { didYouMean } from '../base/yaml/check-document.js';
import { decodeText } from '../base/yaml/read-text.js';
import { FIELD_PRESETS, type FieldChoice, POINT_FIELDS } from '../cloud/point-fields.js';
import type { SectionStrip } from '../cloud/section-line.js';
import type { ConvertCloudOptions } from '../io/convert/convert-options.js';
import type { Thinning } from '../io/convert/point-choice.js';
import { FILTER_OPTIONS, filterOf } from './filter-options.js';
import { listedNumbers, measure, NUMBER_OPTION, wholeNumber } from './options.js';
import { RANGE_OPTIONS, statedRanges } from './range-options.js';

/** Options of `convert` for clouds. */
export const CONVERSION_OPTIONS = {
  fields: {
    type: 'string',
    requiresArg: true,
    describe:
      'fields besides x, y, z, which are always there: minimal, standard, all, riegl or names (intensity,gps_time); absent: all that there are',
  },
  crs: {
    type: 'string',
    requiresArg: true,
    describe: 'reference system to state: EPSG:25832, EPSG:25832+7837 or a file of WKT; nothing is transformed',
  },
  crop: {
    type: 'string',
    requiresArg: true,
    describe:
      'box of the points to keep, metres: minx,miny[,minz],maxx,maxy[,maxz]; its upper sides do not belong to it',
  },
  section: {
    type: 'string',
    requiresArg: true,
    describe:
      'strip of the points to keep along a line, metres: x1,y1,x2,y2[,x3,y3,...],width; the fields along and across tell where in it',
  },
  ...FILTER_OPTIONS,
  thin: {
    type: 'string',
    requiresArg: true,
    describe: 'points to keep: one in each cell of a grid this wide, metres (0.1), or a part of all (1/10)',
  },
  overlap: {
    ...NUMBER_OPTION,
    describe: 'flag overlaps of strips in cells this wide, metres: points of all but the one nearest to its nadir',
  },
  merge: { type: 'boolean', describe: 'write several clouds as one' },
  tile: { ...NUMBER_OPTION, describe: 'write square tiles this wide, metres; the output is tiles/%x_%y.las' },
  'point-format': { ...NUMBER_OPTION, describe: 'of LAS: point data record format; 1 and 3 are LAS 1.2' },
  scale: {
    ...NUMBER_OPTION,
    describe: 'of LAS: smallest step of a coordinate, in the unit of its reference system (metres)',
  },
  ...RANGE_OPTIONS,
} as const satisfies Record<string, Options>;

type ConversionArguments = InferredOptionTypes<typeof CONVERSION_OPTIONS>;

/** The conversion that the options describe. Throws UserError for invalid values. */
export async function conversionOptions(files: Files, args: ConversionArguments): Promise<ConvertCloudOptions> {
  const { crs, crop, section, thin, merge } = args;
  const pointFormat = wholeNumber('point-format', args['point-format'], { min: 0, max: 10 });
  return {
    output: {
      fields: args.fields === undefined ? undefined : chosenFields(args.fields),
      pointFormat: pointFormat === undefined ? undefined : writtenFormat(pointFormat),
      scale: scaleOf(args),
    },
    crs: crs === undefined ? undefined : await crsText(files, crs),
    crop: crop === undefined ? undefined : cropBox(crop),
    section: section === undefined ? undefined : sectionStrip(section),
    filter: filterOf(args),
    thin: thin === undefined ? undefined : thinning(thin),
    merge,
    overlap: measure('overlap', args.overlap, { unit: 'm', above: 0 }),
    ...statedRanges(args),
    tile: measure('tile', args.tile, { unit: 'm', above: 0 }),
  };
}

/** A preset, or names of fields. Throws UserError for others. */
function chosenFields(text: string): FieldChoice {
  const names = text.split(',').map((name) => name.trim());
  const known = [...FIELD_PRESETS, ...POINT_FIELDS.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name) && !COORDINATES.includes(name));
  if (unknown !== undefined)
    throw new UserError(`--fields: found "${unknown}", expected ${FIELD_PRESETS.join(', ')} or names of fields`, {
      hint: `fields: ${known.slice(FIELD_PRESETS.length).join(', ')}${didYouMean(unknown, known)}`,
    });
  return FIELD_PRESETS.find((preset) => text.trim() === preset) ?? names.filter((name) => !COORDINATES.includes(name));
}

/** Attributes of every cloud, which may be named all the same. */
const COORDINATES: readonly string[] = ['x', 'y', 'z'];

const FORMATS = [1, 3, 6, 7, 8] as const;

function writtenFormat(format: number): (typeof FORMATS)[number] {
  const found = FORMATS.find((known) => known === format);
  if (found !== undefined) return found;
  throw new UserError(`--point-format: found ${format}, expected one of ${FORMATS.join(', ')}`);
}

const scaleOf = ({ scale }: ConversionArguments) => measure('scale', scale, { unit: 'm', min: 1e-9, max: 1 });

/** Endings of files that hold a reference system. */
const CRS_FILE = /\.(wkt|prj|json|projjson|txt)$/i;

/** Bytes of the record of a LAS file, which holds the text. */
const CRS_BYTES_MAX = 65_534;

async function crsText(files: Files, text: string): Promise<string> {
  if (!CRS_FILE.test(text)) return text;
  return decodeText(await readBounded(files, text, { what: 'a reference system', bytesMax: CRS_BYTES_MAX }), text);
}

const CROP = 'minx,miny,maxx,maxy or minx,miny,minz,maxx,maxy,maxz';

/** Throws UserError unless the text is a box with content. */
function cropBox(text: string): Box3 {
  const numbers = listedNumbers(text) ?? [];
  const [a, b, c, d, e, f] = numbers;
  const box: Box3 | undefined =
    numbers.length === 4
      ? { min: [a, b, -Infinity], max: [c, d, Infinity] }
      : numbers.length === 6
        ? { min: [a, b, c], max: [d, e, f] }
        : undefined;
  if (!box) throw new UserError(`--crop: found "${text}", expected ${CROP}, in metres`);
  if (!box.min.every((least, axis) => least < box.max[axis]))
    throw new UserError(`--crop: found "${text}", an empty box; expected ${CROP}, each least below its most`);
  return box;
}

const SECTION = 'x1,y1,x2,y2,width, or more places before the width, in metres';

/** Throws UserError unless the text is a line with length and a width. */
function sectionStrip(text: string): SectionStrip {
  const numbers = listedNumbers(text) ?? [];
  const width = numbers.at(-1) ?? 0;
  if (numbers.length < 5 || numbers.length % 2 === 0)
    throw new UserError(`--section: found "${text}", expected ${SECTION}`, {
      hint: 'for instance 0,0,100,50,2: the points up to 1 m from the line from 0,0 to 100,50',
    });
  if (!(width > 0)) throw new UserError(`--section: found the width ${width}, expected a number of metres > 0`);
  const places = Array.from(
    { length: (numbers.length - 1) / 2 },
    (_, k) => [numbers[2 * k], numbers[2 * k + 1]] as const,
  );
  const twice = places.findIndex(([x, y], k) => k > 0 && x === places[k - 1][0] && y === places[k - 1][1]);
  if (twice >= 0)
    throw new UserError(`--section: found the place ${places[twice].join(',')} twice running, expected ${SECTION}`);
  return { places, width };
}

function thinning(text: string): Thinning {
  const fraction = /^(\d{1,9})\/(\d{1,9})$/.exec(text.trim());
  if (!fraction) return { distance: thinDistance(text) };
  const [kept, all] = fraction.slice(1).map(Number);
  if (kept > 0 && kept <= all) return { part: kept / all };
  throw new UserError(`--thin: found "${text}", expected a part such as 1/10, above 0 and at most 1`);
}

/** The width of the cells in which one point is kept. */
function thinDistance(text: string): number {
  const [distance, ...others] = listedNumbers(text) ?? [];
  if (distance >= THIN_MIN && others.length === 0) return distance;
  throw new UserError(
    `--thin: found "${text}", expected a width of cells >= ${THIN_MIN} (m), or a part of all such as 1/10`,
  );
}

const THIN_MIN = 0.000_001;
