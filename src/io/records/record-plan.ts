/*
 * A plan that turns points into records: a list of steps, each of which stores one column at its place in every record.
 * WebAssembly carries them out (columns/code.ts), a few hundred points at a time, so that their columns and records
 * stay in the processor's second cache. JavaScript only places the columns, and has no hot loop to be compiled first.
 */
import { invariant } from '../../base/errors.js';
import { type ColumnMemory, columnMemory, tilePoints } from '../../cloud/columns/column-memory.js';
import { Step, StepKind } from '../../cloud/columns/layouts.generated.js';
import { ELEMENT_BYTES, type NumberArray } from '../../cloud/columns/number-arrays.js';
import type { PointBatch, PointKey } from '../../cloud/point-batch.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';

/** Treatment of a column. */
export interface RecordStep {
  kind: keyof typeof StepKind;
  /** Bytes from the start of a record. */
  at: number;
  /** The column, of the batch's arrays; absent: none. */
  source?: StepSource;
  /** A second column, of bytes. */
  other?: StepSource;
  /** Numbers that the kind defines. */
  numbers?: readonly number[];
  /** Its findings if there are no points; absent: 0. */
  found?: readonly number[];
}

interface StepSource {
  /** Keys of the arrays; the first one that a batch has is used. */
  keys: readonly PointKey[];
  /** Type of their numbers. */
  type: ElementType;
  /** Offset of the wanted numbers in those of a point, in bytes, and the count of numbers of a point in the array. */
  byte?: number;
  components?: number;
  /** Whether an array that a batch lacks counts as zeros. */
  orZero?: boolean;
}

const AS_IT_IS = { u8: 'as8', u16: 'as16', u32: 'as32', f32: 'as32', f64: 'as64' } as const;

/** Location of an attribute's numbers. */
export const stepSource = ({ key, component, components, type }: PointAttribute): StepSource => ({
  ...{ keys: [key], type, byte: component * ELEMENT_BYTES[type], components },
});

/** An attribute stored unchanged. */
export const asItIs = (attribute: PointAttribute, at: number): RecordStep => ({
  ...{ kind: AS_IT_IS[attribute.type], at, source: stepSource(attribute) },
});

/** An attribute of f64 or u16 in f32. */
export function asF32(attribute: PointAttribute, at: number): RecordStep {
  const { type } = attribute;
  invariant(type === 'f64' || type === 'u16', 'numbers of other types are not stored as f32');
  return { kind: type === 'f64' ? 'f64AsF32' : 'u16AsF32', at, source: stepSource(attribute) };
}

/** Bytes of 0. */
export const zeros = (at: number, bytes: number): RecordStep => ({ kind: 'zero', at, numbers: [bytes] });

/** One channel of colours in 8 bits, the nearest to its 16. */
export const colourByte = (component: number, at: number): RecordStep => ({
  ...{ kind: 'u16AsU8', at, source: { keys: ['rgb'], type: 'u16', byte: 2 * component, components: 3 } },
});

const RETURN_VALUES = 16;

/** Maximum bytes of all columns of a point, including their alignment. */
const COLUMN_BYTES = 512;

/** Makes records of points by steps. */
export class RecordPlan {
  private readonly steps: readonly RecordStep[];
  private readonly recordLength: number;
  private readonly coded: Uint8Array<ArrayBuffer>;

  /** Steps that write every byte of a record. */
  constructor(recordLength: number, steps: readonly RecordStep[]) {
    this.steps = steps;
    this.recordLength = recordLength;
    this.coded = codedSteps(steps);
  }

  /** Writes the records of a batch to `target`. Returns the findings of the steps. */
  code(batch: PointBatch, target: Uint8Array): Findings {
    const { steps, recordLength } = this;
    const memory = columnMemory();
    memory.clear();
    const plan = memory.put(this.coded);
    const elsewhere = placeColumns(memory, plan, steps, batch);
    const begun = memory.top;
    const size = tilePoints(recordLength + COLUMN_BYTES);
    for (let first = 0; first < batch.count; first += size) {
      const end = Math.min(first + size, batch.count);
      memory.clear(begun);
      for (const column of elsewhere) copyColumn(memory, column, first, end);
      const records = memory.take((end - first) * recordLength);
      memory.loops.code(plan, steps.length, records, recordLength, first, end - first);
      memory.get(records, target, first * recordLength, end * recordLength);
    }
    const found = new Uint8Array(this.coded.length);
    memory.get(plan, found, 0, found.length);
    return new Findings(found);
  }
}

/** Findings of the steps of a plan, by step number. */
export class Findings {
  private readonly view: DataView;

  constructor(coded: Uint8Array) {
    this.view = new DataView(coded.buffer, coded.byteOffset);
  }

  /** Number `k` that a step found. */
  of(step: number, k = 0): number {
    return this.view.getFloat64(Step.SIZE * step + Step.found + 8 * k, true);
  }

  /** Points by return number, 0 … 15. */
  byReturn(step: number): number[] {
    const at = Step.SIZE * step + Step.byReturn;
    return Array.from({ length: RETURN_VALUES }, (_, k) => this.view.getUint32(at + 4 * k, true));
  }
}

/** Steps in the form of columns/step.ts, without the addresses of their columns. */
function codedSteps(steps: readonly RecordStep[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(Step.SIZE * steps.length));
  for (const [k, { kind, at, numbers = [], found = [] }] of steps.entries()) {
    const step = Step.SIZE * k;
    view.setUint32(step + Step.kind, StepKind[kind], true);
    view.setUint32(step + Step.at, at, true);
    for (const [n, number] of numbers.entries()) view.setFloat64(step + Step.numbers + 8 * n, number, true);
    for (const [n, number] of found.entries()) view.setFloat64(step + Step.found + 8 * n, number, true);
  }
  return new Uint8Array(view.buffer);
}

/** A column that is not in the memory of the loops. */
interface ColumnElsewhere {
  array: NumberArray;
  components: number;
  /** Offset of the wanted numbers in those of a point, in bytes. */
  byte: number;
  /** Place of the column's address, which the loops read. */
  place: number;
}

/** Sets the addresses of the columns of a batch; returns those that have to be copied. */
function placeColumns(
  memory: ColumnMemory,
  plan: number,
  steps: readonly RecordStep[],
  batch: PointBatch,
): ColumnElsewhere[] {
  const elsewhere: ColumnElsewhere[] = [];
  const nothing = memory.put(new Float64Array(1));
  const place = (at: number, source: StepSource): number => {
    const { keys, type, byte = 0, components = 1, orZero } = source;
    const array = batch[keys.find((key) => batch[key] !== undefined) ?? keys[0]];
    invariant(array ?? orZero, 'every batch of a cloud has the attributes that its header names');
    const isOfType = !array || array.BYTES_PER_ELEMENT === ELEMENT_BYTES[type];
    const isWhole = !array || array.length >= components * batch.count;
    invariant(isOfType && isWhole, 'the arrays of a batch have the types of their attributes, and all of its points');
    const address = array ? memory.addressOf(array) : nothing;
    if (address !== undefined) memory.view.setUint32(at, array ? address + byte : nothing, true);
    else if (array) elsewhere.push({ array, components, byte, place: at });
    return array ? components * array.BYTES_PER_ELEMENT : 0;
  };
  for (const [k, { source, other }] of steps.entries()) {
    const step = plan + Step.SIZE * k;
    if (source) memory.view.setUint32(step + Step.step, place(step + Step.source, source), true);
    if (other) place(step + Step.other, other);
  }
  return elsewhere;
}

/** Copies the numbers of points `first` … `end` − 1 to the tile. */
function copyColumn(memory: ColumnMemory, column: ColumnElsewhere, first: number, end: number): void {
  const { array, components, byte, place } = column;
  const address = memory.put(array, first * components, end * components);
  // The address of point 0, possibly before the array: addresses wrap around.
  memory.view.setUint32(place, address + byte - first * components * array.BYTES_PER_ELEMENT, true);
}
