import { componentsOf, type OptionalKey, optionalArray, type PointBatch, type PointKey } from './point-batch.js';

type PointArray = NonNullable<PointBatch[PointKey]>;

/** The arrays of a batch by name. */
type Columns = [key: PointKey, array: PointArray][];

const columnsOf = (batch: PointBatch): Columns =>
  Object.entries(batch).filter(([, array]: [string, unknown]) => ArrayBuffer.isView(array)) as Columns;

/** Collects the points of batches with the same attributes. Its memory grows, and is used again. */
export class PointPile {
  private readonly columns = new Map<PointKey, PointArray>();
  private count = 0;

  /**
   * Adds a copy of the points of a batch, and room for the attributes `more`, whose content is undefined at first.
   * Returns the added points, in the pile's memory: valid until more are added.
   */
  add(batch: PointBatch, more: readonly OptionalKey[] = []): PointBatch {
    const from = this.count;
    this.count += batch.count;
    const added: [PointKey, PointArray][] = [];
    const roomFor = (key: PointKey, like: PointArray) => {
      const components = componentsOf(key);
      const room = this.room(key, like, this.count * components);
      const rows = room.subarray(from * components, this.count * components);
      added.push([key, rows]);
      return rows;
    };
    for (const [key, array] of columnsOf(batch)) roomFor(key, array).set(array);
    const none = { count: 0 } as PointBatch;
    for (const key of more) roomFor(key, optionalArray(none, key));
    return { count: batch.count, ...Object.fromEntries(added) } as PointBatch;
  }

  /** All points, in memory of their own; there are none afterwards. Undefined without any. */
  take(): PointBatch | undefined {
    const { count } = this;
    if (count === 0) return undefined;
    this.count = 0;
    const arrays = [...this.columns].map(([key, array]) => [key, array.slice(0, count * componentsOf(key))] as const);
    return { count, ...Object.fromEntries(arrays) } as PointBatch;
  }

  /** The column `key`, of the type of `like`, with room for `length` numbers. */
  private room(key: PointKey, like: PointArray, length: number) {
    const column = this.columns.get(key);
    if (column && column.length >= length) return column;
    const wider = new (like.constructor as new (length: number) => typeof like)(
      Math.max(length, 2 * (column?.length ?? 0)),
    );
    if (column) wider.set(column);
    this.columns.set(key, wider);
    return wider;
  }
}
