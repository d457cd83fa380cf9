import { invariant } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import { attributeNamed } from '../../cloud/point-schema.js';
import { type CloudFormat, halvesOf } from '../records/cloud-format.js';
import type { CloudHeader } from '../records/point-sink.js';
import { type Cell, type TextLayout, textCoder, textEncoder } from '../records/text-encoder.js';
import { FULL_16_BITS } from '../units/value-ranges.js';
import { colourCells, unheldByLeica } from './pts.js';

/**
 * A scan as Leica has it, of one column: number of columns and rows, pose, matrix, then x, y, z, intensity from 0 to 1
 * and colours of 8 bits of each point.
 */
export const PTX_CLOUD: CloudFormat = {
  bytesPerPoint: 38,
  nanosecondsPerPoint: 1000,
  organised: false,
  options: {},
  cannotHold: (fields) => unheldByLeica('PTX', fields),
  holdsMisses: () => false,
  ...halvesOf(layOut, textCoder, textEncoder),
};

/** Decimals that keep the 16 bits of an intensity. */
const DECIMALS = 6;

const intensityCell: Cell = ({ intensity }, point) => {
  invariant(intensity, 'every batch has intensities');
  return (intensity[point] / FULL_16_BITS).toFixed(DECIMALS);
};

function layOut(header: CloudHeader): TextLayout {
  const origin = originOf(header);
  const axes = (['x', 'y', 'z'] as const).map((axis, k): Cell => {
    const { text } = attributeNamed(axis);
    invariant(typeof text === 'number', 'coordinates have fixed decimals');
    return (batch, point) => (batch[axis][point] - origin[k]).toFixed(text);
  });
  const headOf = (points: number) => scanHead(points, origin);
  return { cells: [...axes, intensityCell, ...colourCells(header)], separator: ' ', headOf };
}

/**
 * Whole metres in front of all points: programs read the cells as f32, which does not hold coordinates of a national
 * grid, and a cell of 0, 0, 0 is empty.
 */
const originOf = ({ bounds: { min } }: CloudHeader): Vec3 => {
  const before = (least: number) => (Number.isFinite(least) ? Math.floor(least) - 1 : 0);
  return [before(min[0]), before(min[1]), before(min[2])];
};

/** Digits of the largest number of points. */
const COUNT_DIGITS = 16;

/** Columns, rows, place and axes of the scanner, then the matrix, whose last row is the translation. */
function scanHead(points: number, origin: Vec3): string {
  const place = origin.join(' ');
  const axes = ['1 0 0', '0 1 0', '0 0 1'];
  const lines = ['1', String(points).padEnd(COUNT_DIGITS), place, ...axes, ...axes.map((axis) => `${axis} 0`)];
  return [...lines, `${place} 1`].map((line) => `${line}\n`).join('');
}
