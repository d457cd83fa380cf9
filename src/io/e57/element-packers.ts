/* The numbers of one element in packets (ASTM E2807-11, clause 9.4): a run of bytes for each packet. */
import { invariant } from '../../base/errors.js';
import { byteOf16Bits } from '../../cloud/byte-of-16-bits.js';
import type { NumberArray } from '../../cloud/columns/number-arrays.js';
import type { CloudGrid } from '../records/point-sink.js';
import { packBits } from './bit-pack.js';
import { bitsOf, type NumberForm, type ScaledNumber } from './number-form.js';
import { cellElements, type PointElement } from './point-elements.js';

/** Packs the numbers of one element of some points. */
export interface ElementPacker {
  /** Bits of a number. */
  readonly bits: number;
  /**
   * Writes the numbers of points `first` … `first + count` at the start of `target`, which has room for exactly them;
   * returns the number of values that are not stored exactly.
   */
  put(first: number, count: number, target: Uint8Array): number;
}

/** Facts about the points that packers need. */
export interface PackedElements {
  elements: readonly PointElement[];
  grid?: CloudGrid;
  packetPoints: number;
  timeStart: number;
  point: number;
}

/**
 * Writes whole numbers of points `first` … `first + count`, counted from their least; returns the number of values that
 * are not exact.
 */
type Fill = (room: Uint32Array, first: number, count: number) => number;

/**
 * Packers of all elements, and of the cells of a grid, for packets of up to `packetPoints` points with these numbers.
 */
export function packersOf(points: PackedElements, numbers: readonly NumberArray[]): ElementPacker[] {
  const { elements, grid, timeStart, packetPoints } = points;
  const room = new Uint32Array(packetPoints);
  const packed = (form: NumberForm, fill: Fill): ElementPacker => {
    const bits = bitsOf(form);
    const put: ElementPacker['put'] = (first, count, target) => {
      const inexact = fill(room, first, count);
      packBits(room, count, bits, target, 0);
      return inexact;
    };
    return { bits, put };
  };
  const ofElements = elements.map(({ attribute: { key }, form }, k) => {
    if (form.type === 'ScaledInteger') return packed(form, steps(form, numbers[k], grid !== undefined));
    if (key === 'gpsTime') return timePacker(numbers[k], timeStart);
    if (key === 'rgb' && bitsOf(form) === 8)
      return packed(
        form,
        each((i) => byteOf16Bits(numbers[k][i])),
      );
    return plainPacker(bitsOf(form), numbers[k]);
  });
  if (!grid) return ofElements;
  const ofCell = cellNumbers(grid, points.point, numbers);
  return [...ofElements, ...cellElements(grid).map(({ form }, k) => packed(form, each(ofCell[k])))];
}

/** Packs numbers unchanged. */
function plainPacker(bits: number, numbers: NumberArray): ElementPacker {
  const width = numbers.BYTES_PER_ELEMENT;
  invariant(bits === 8 * width, 'a number in full width has the bits of its attribute');
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const put: ElementPacker['put'] = (first, count, target) => {
    target.set(bytes.subarray(first * width, (first + count) * width));
    return 0;
  };
  return { bits, put };
}

/** Times relative to `start`: f64, which are exact near it. */
const timePacker = (numbers: NumberArray, start: number): ElementPacker => ({
  bits: 64,
  put(first, count, target) {
    const view = new DataView(target.buffer, target.byteOffset, target.length);
    let inexact = 0;
    for (let i = 0; i < count; i++) {
      const time = numbers[first + i];
      const since = time - start;
      if (since + start !== time && !Number.isNaN(time)) inexact++;
      view.setFloat64(8 * i, since, true);
    }
    return inexact;
  },
});

/** A number of each point. */
const each =
  (numberOf: (point: number) => number): Fill =>
  (room, first, count) => {
    for (let i = 0; i < count; i++) room[i] = numberOf(first + i);
    return 0;
  };

/** The nearest steps. NaN becomes 0, which counts as inexact unless points may lack a place. */
function steps({ minimum, maximum, scale }: ScaledNumber, numbers: NumberArray, mayLack: boolean): Fill {
  const [least, most, perUnit] = [Number(minimum), Number(maximum - minimum), 1 / scale];
  return (room, first, count) => {
    let inexact = 0;
    for (let i = 0; i < count; i++) {
      let step = Math.floor(numbers[first + i] * perUnit + 0.5) - least;
      if (!(step >= 0 && step <= most)) {
        if (!(mayLack && Number.isNaN(step))) inexact++;
        step = Number.isNaN(step) ? Math.min(Math.max(-least, 0), most) : step > most ? most : 0;
      }
      room[i] = step;
    }
    return inexact;
  };
}

/** Row, column and state of points in a grid, row by row from number `point` on. */
const cellNumbers = ({ width }: CloudGrid, point: number, [x, y, z]: readonly NumberArray[]) => [
  (i: number) => Math.floor((point + i) / width),
  (i: number) => (point + i) % width,
  (i: number) => (Number.isFinite(x[i] + y[i] + z[i]) ? 0 : 2),
];
