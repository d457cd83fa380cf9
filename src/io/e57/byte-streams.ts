/* The numbers of one element in a packet (ASTM E2807-11, clause 9.4): collected point by point, then written as a run of bytes. */
import { invariant } from '../../base/errors.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { PointAttribute } from '../../cloud/point-schema.js';
import { type ColumnPlace, type NumberArray, storeAttribute } from '../column.js';
import type { CloudGrid, Loss } from '../point-sink.js';
import { packBits } from './bit-pack.js';
import { bitsOf, type E57Element, type ScaledForm } from './number-form.js';
import { cellElements, type PointElement } from './point-elements.js';

/** Points `first` … `first + count` of a batch, the first of which is number `point` of the cloud. */
export interface BatchPart {
  batch: PointBatch;
  first: number;
  count: number;
  point: number;
}

/** Numbers of one element. */
export interface ByteStream {
  readonly element: E57Element;
  /** Takes the numbers of some points as those from number `to` of the packet on. */
  take(part: BatchPart, to: number): void;
  /** Writes the first `count` numbers at `at` of `target`; returns the number of bytes. */
  put(count: number, target: Uint8Array, at: number): number;
  /** What is not stored as it was given. */
  loss?(): Loss | undefined;
}

/** The streams of packets of at most `points` points with these elements and times. */
export function byteStreams(
  elements: readonly PointElement[],
  grid: CloudGrid | undefined,
  times: TimeStart,
  points: number,
): ByteStream[] {
  const streams = elements.map((element) => streamOf(element, grid !== undefined, points, times));
  return grid ? [...streams, ...cellStreams(grid, points)] : streams;
}

function streamOf(element: PointElement, isGrid: boolean, points: number, times: TimeStart): ByteStream {
  const { attribute, form } = element;
  if (form.type === 'ScaledInteger') return new PackedStream(element, fillSteps(attribute, form, isGrid), points);
  return new PlainStream(element, bitsOf(form) / 8, storeOf(element, times), points);
}

function storeOf({ attribute, form }: PointElement, times: TimeStart): Store {
  if (attribute.key === 'gpsTime') return times.store;
  return attribute.key === 'rgb' && bitsOf(form) === 8 ? colourStore(attribute) : plainStore(attribute);
}

type Store = (place: ColumnPlace, batch: PointBatch, first: number, count: number) => void;

const plainStore =
  (attribute: PointAttribute): Store =>
  (place, batch, first, count) =>
    storeAttribute(place, attribute, batch, first, count);

/** The upper eight bits of a colour. */
const colourStore =
  ({ component }: PointAttribute): Store =>
  ({ view, at, stride }, { rgb }, first, count) => {
    invariant(rgb, 'every batch of a cloud with colour has colour');
    for (let i = 0, from = 3 * first + component, to = at; i < count; i++, from += 3, to += stride)
      view.setUint8(to, rgb[from] >>> 8);
  };

/** Numbers of whole bytes. */
class PlainStream implements ByteStream {
  readonly element: E57Element;
  private readonly width: number;
  private readonly store: Store;
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly view: DataView;

  constructor(element: E57Element, width: number, store: Store, points: number) {
    this.element = element;
    this.width = width;
    this.store = store;
    this.bytes = new Uint8Array(points * width);
    this.view = new DataView(this.bytes.buffer);
  }

  take({ batch, first, count }: BatchPart, to: number): void {
    this.store({ view: this.view, at: to * this.width, stride: this.width }, batch, first, count);
  }

  put(count: number, target: Uint8Array, at: number): number {
    target.set(this.bytes.subarray(0, count * this.width), at);
    return count * this.width;
  }
}

/** The second from which times count: the whole one before the first, so that they are exact, and small enough for f32. */
export class TimeStart {
  /** Undefined before the first point. */
  start: number | undefined;
  private inexact = 0;

  /** `start`: the second itself, if it is known. */
  constructor(start: number | undefined) {
    this.start = start;
  }

  readonly store: Store = ({ view, at, stride }, { gpsTime }, first, count) => {
    if (this.start === undefined) this.start = Number.isFinite(gpsTime[first]) ? Math.floor(gpsTime[first]) : 0;
    const { start } = this;
    for (let i = first, to = at; i < first + count; i++, to += stride) {
      const time = gpsTime[i];
      const since = time - start;
      if (since + start !== time && !Number.isNaN(time)) this.inexact++;
      view.setFloat64(to, since, true);
    }
  };

  loss(): Loss | undefined {
    const what = 'is far from that of the first point, and rounded';
    return this.inexact > 0 ? { of: 'gps_time', what, points: this.inexact } : undefined;
  }
}

const HELD =
  'is beyond what its bits hold, and written as the nearest value, or no number, and written as 0 (fields: all has more)';

/** Writes the numbers of some points above their minimum, from index `to` on; returns how many of them are held at the nearest. */
type Fill = (numbers: Uint32Array, to: number, part: BatchPart) => number;

/** Numbers of any bits. */
class PackedStream implements ByteStream {
  readonly element: E57Element;
  private readonly bits: number;
  private readonly fill: Fill;
  private readonly numbers: Uint32Array;
  private held = 0;

  constructor(element: E57Element, fill: Fill, points: number) {
    this.element = element;
    this.bits = bitsOf(element.form);
    this.fill = fill;
    this.numbers = new Uint32Array(points);
  }

  take(part: BatchPart, to: number): void {
    this.held += this.fill(this.numbers, to, part);
  }

  put(count: number, target: Uint8Array, at: number): number {
    return packBits(this.numbers, count, this.bits, target, at);
  }

  loss(): Loss | undefined {
    const { attribute } = this.element as Partial<PointElement>;
    return attribute && this.held > 0 ? { of: attribute.name, what: HELD, points: this.held } : undefined;
  }
}

/** The nearest steps of an attribute; NaN, which is 0, is held unless points `mayLack` a place. */
const fillSteps =
  ({ key, component, components }: PointAttribute, { minimum, maximum, scale }: ScaledForm, mayLack: boolean): Fill =>
  (numbers, to, { batch, first, count }) => {
    const array = batch[key] as NumberArray;
    const [least, most, perUnit] = [Number(minimum), Number(maximum - minimum), 1 / scale];
    let held = 0;
    for (let i = 0, from = components * first + component; i < count; i++, from += components) {
      let number = Math.floor(array[from] * perUnit + 0.5) - least;
      if (!(number >= 0 && number <= most)) {
        if (!(mayLack && Number.isNaN(number))) held++;
        number = Number.isNaN(number) ? Math.min(Math.max(-least, 0), most) : number > most ? most : 0;
      }
      numbers[to + i] = number;
    }
    return held;
  };

/** A number of every point that none of its attributes is. */
const fillWith =
  (numberOf: (batch: PointBatch, i: number, point: number) => number): Fill =>
  (numbers, to, { batch, first, count, point }) => {
    for (let i = 0; i < count; i++) numbers[to + i] = numberOf(batch, first + i, point + i);
    return 0;
  };

/** Row, column and state of a point in a grid, which comes row by row. */
function cellStreams(grid: CloudGrid, points: number): ByteStream[] {
  const { rowIndex, columnIndex, invalidState } = cellElements(grid);
  const fills = [
    fillWith((_batch, _i, point) => Math.floor(point / grid.width)),
    fillWith((_batch, _i, point) => point % grid.width),
    fillWith(({ x, y, z }, i) => (Number.isFinite(x[i] + y[i] + z[i]) ? 0 : 2)),
  ];
  return [rowIndex, columnIndex, invalidState].map((element, k) => new PackedStream(element, fills[k], points));
}
