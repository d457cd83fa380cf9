/** The columns that points of a set may have besides their places: one number a point each. */
export const POINT_SET_COLUMNS = Object.freeze({
  classification: Uint8Array,
  returnNumber: Uint8Array,
  returnCount: Uint8Array,
  pulse: Uint32Array,
  gpsTime: Float64Array,
  instance: Uint32Array,
  range: Float64Array,
  /** The file's own number, in its own unit. */
  intensity: Float32Array,
  energy: Float32Array,
  amplitude: Float32Array,
});

export type PointSetColumn = keyof typeof POINT_SET_COLUMNS;

type Columns = { [Column in PointSetColumn]?: InstanceType<(typeof POINT_SET_COLUMNS)[Column]> };

/** Points of a cloud in memory, all of which have a place; their columns are those of a PointBatch. */
export interface PointSet extends Columns {
  /** x, y, z in turn, metres; 3 numbers a point. */
  places: Float64Array;
  /** Points of a class of noise among them; absent: the cloud has no classes. */
  noise?: number;
  /** Misses of the cloud, which are not among them; absent: none. */
  misses?: number;
}

/** Number of points of a set. */
export const pointCountOf = ({ places }: PointSet): number => places.length / 3;
