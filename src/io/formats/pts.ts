import { invariant } from '../../base/errors.js';
import { attributesOf } from '../../cloud/point-fields.js';
import { attributeNamed } from '../../cloud/point-schema.js';
import { type CloudFormat, halvesOf } from '../records/cloud-format.js';
import type { CloudHeader } from '../records/point-sink.js';
import {
  attributeCell,
  byteCell,
  type Cell,
  type TextLayout,
  textCoder,
  textEncoder,
} from '../records/text-encoder.js';
import { FULL_16_BITS, PTS_SPAN } from '../units/value-ranges.js';

/** The number of points, then of each x, y, z, an intensity from −2048 to 2047, and colours of 8 bits. */
export const PTS_CLOUD: CloudFormat = {
  bytesPerPoint: 36,
  nanosecondsPerPoint: 800,
  organised: false,
  options: {},
  cannotHold: (fields) => unheldByLeica('PTS', fields),
  holdsMisses: () => false,
  ...halvesOf(layOut, textCoder, textEncoder),
};

/** Fields of texts of Leica. */
const FIELDS: readonly string[] = ['intensity', 'rgb'];

/** The fields that PTS and PTX do not have. */
export function unheldByLeica(title: string, fields: readonly string[]) {
  const others = fields.filter((field) => !FIELDS.includes(field));
  return others.length === 0
    ? undefined
    : { fields: others, reason: `${title} has coordinates, intensities and colours alone` };
}

/** The cells of colours, if a cloud has some. */
export const colourCells = (header: CloudHeader): Cell[] =>
  attributesOf(header, { fields: ['rgb'] })
    .filter(({ key }) => key === 'rgb')
    .map(byteCell);

function layOut(header: CloudHeader): TextLayout {
  const axes = ['x', 'y', 'z'].map((name) => attributeCell(attributeNamed(name)));
  return { cells: [...axes, intensityCell, ...colourCells(header)], separator: ' ', headOf: countLine };
}

/** Digits of the largest number of points. */
const COUNT_DIGITS = 16;

/** Of one length for any number. */
const countLine = (points: number): string => `${String(points).padEnd(COUNT_DIGITS)}\n`;

/** Two decimals keep the 16 bits of an intensity in a range of 12. */
const DECIMALS = 2;

const intensityCell: Cell = ({ intensity }, point) => {
  invariant(intensity, 'every batch has intensities');
  const [least, most] = PTS_SPAN;
  const value = least + (intensity[point] * (most - least)) / FULL_16_BITS;
  return Number.isInteger(value) ? String(value) : value.toFixed(DECIMALS);
};
