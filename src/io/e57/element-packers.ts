/* The numbers of one element in packets (ASTM E2807-11, clause 9.4): a run of bytes for each packet. */
import { invariant } from '../../base/errors.js';
import type { ElementType } from '../../cloud/point-schema.js';
import type { NumberArray } from '../column.js';
import type { CloudGrid } from '../point-sink.js';
import { packBits } from './bit-pack.js';
import { bitsOf, type ScaledForm } from './number-form.js';
import { cellElements, type PointElement } from './point-elements.js';

/** Packs the numbers of one element of some points. */
export interface ElementPacker {
  /** Bits of a number. */
  readonly bits: number;
  /** Numbers so far that are not stored as they were given. */
  inexact: number;
  /** Writes the numbers of points `first` … `first + count` at the start of `target`, which has room for exactly them. */
  put(first: number, count: number, target: Uint8Array): void;
}

/** What packers must know of the points. */
export interface PackedPoints {
  elements: readonly PointElement[];
  grid?: CloudGrid;
  packetPoints: number;
  timeStart: number;
  point: number;
}

/** Packers of all elements, and of the cells of a grid, for packets of up to `packetPoints` points with these numbers. */
export function packersOf(points: PackedPoints, numbers: readonly NumberArray[]): ElementPacker[] {
  const packers = points.elements.map((element, k) => packerOf(element, numbers[k], points));
  return points.grid ? [...packers, ...cellPackers(points.grid, numbers, points)] : packers;
}

function packerOf({ attribute, form }: PointElement, numbers: NumberArray, points: PackedPoints): ElementPacker {
  if (form.type === 'ScaledInteger') return stepPacker(form, numbers, points);
  if (attribute.key === 'gpsTime') return timePacker(numbers, points.timeStart);
  if (attribute.key === 'rgb' && bitsOf(form) === 8) return bytePacker(numbers);
  return plainPacker(bitsOf(form), numbers);
}

/** Numbers as they are. */
function plainPacker(bits: number, numbers: NumberArray): ElementPacker {
  const width = numbers.BYTES_PER_ELEMENT;
  invariant(bits === 8 * width, 'a number in full width has the bits of its attribute');
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return {
    bits,
    inexact: 0,
    put: (first, count, target) => target.set(bytes.subarray(first * width, (first + count) * width)),
  };
}

/** The upper eight bits of colours. */
const bytePacker = (numbers: NumberArray): ElementPacker => ({
  bits: 8,
  inexact: 0,
  put: (first, count, target) => {
    for (let i = 0; i < count; i++) target[i] = numbers[first + i] >>> 8;
  },
});

/** Times from `start` on: f64, which are exact near it. */
const timePacker = (numbers: NumberArray, start: number): ElementPacker => ({
  bits: 64,
  inexact: 0,
  put(first, count, target) {
    const view = new DataView(target.buffer, target.byteOffset, target.length);
    for (let i = 0; i < count; i++) {
      const time = numbers[first + i];
      const since = time - start;
      if (since + start !== time && !Number.isNaN(time)) this.inexact++;
      view.setFloat64(8 * i, since, true);
    }
  },
});

/** The nearest steps; NaN, which is 0, is not exact unless points may lack a place. */
function stepPacker(form: ScaledForm, numbers: NumberArray, { grid, packetPoints }: PackedPoints): ElementPacker {
  const [least, most, perUnit] = [Number(form.minimum), Number(form.maximum - form.minimum), 1 / form.scale];
  const steps = new Uint32Array(packetPoints);
  const bits = bitsOf(form);
  const mayLack = grid !== undefined;
  return {
    bits,
    inexact: 0,
    put(first, count, target) {
      for (let i = 0; i < count; i++) {
        let step = Math.floor(numbers[first + i] * perUnit + 0.5) - least;
        if (!(step >= 0 && step <= most)) {
          if (!(mayLack && Number.isNaN(step))) this.inexact++;
          step = Number.isNaN(step) ? Math.min(Math.max(-least, 0), most) : step > most ? most : 0;
        }
        steps[i] = step;
      }
      packBits(steps, count, bits, target, 0);
    },
  };
}

/** Row, column and state of points in a grid, which come row by row from number `point` on. */
function cellPackers(
  grid: CloudGrid,
  [x, y, z]: readonly NumberArray[],
  { point, packetPoints }: PackedPoints,
): ElementPacker[] {
  const { rowIndex, columnIndex, invalidState } = cellElements(grid);
  const numberOf: ((i: number) => number)[] = [
    (i) => Math.floor((point + i) / grid.width),
    (i) => (point + i) % grid.width,
    (i) => (Number.isFinite(x[i] + y[i] + z[i]) ? 0 : 2),
  ];
  const numbers = new Uint32Array(packetPoints);
  return [rowIndex, columnIndex, invalidState].map(({ form }, k) => {
    const bits = bitsOf(form);
    return {
      bits,
      inexact: 0,
      put: (first, count, target) => {
        for (let i = 0; i < count; i++) numbers[i] = numberOf[k](first + i);
        packBits(numbers, count, bits, target, 0);
      },
    };
  });
}

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;

/** The numbers in bytes of a column. */
export function numbersOf(type: ElementType, { buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): NumberArray {
  const array = ARRAYS[type];
  return new array(buffer, byteOffset, length / array.BYTES_PER_ELEMENT);
}
