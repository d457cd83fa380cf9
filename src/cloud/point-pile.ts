import { componentsOf, type PointBatch, type PointKey } from './point-batch.js';

/** The arrays of a batch by name. */
type Columns = [key: PointKey, array: NonNullable<PointBatch[PointKey]>][];

const columnsOf = (batch: PointBatch): Columns =>
  Object.entries(batch).filter(([, array]: [string, unknown]) => ArrayBuffer.isView(array)) as Columns;

/** Collects the points of batches with the same attributes. Its memory grows, and is used again. */
export class PointPile {
  private readonly columns = new Map<PointKey, NonNullable<PointBatch[PointKey]>>();
  private count = 0;

  /** Adds a copy of the points of a batch. */
  add(batch: PointBatch): void {
    const count = this.count + batch.count;
    if (count === this.count) return;
    for (const [key, array] of columnsOf(batch)) {
      const components = componentsOf(key);
      this.room(key, array, count * components).set(array, this.count * components);
    }
    this.count = count;
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
  private room(key: PointKey, like: NonNullable<PointBatch[PointKey]>, length: number) {
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
