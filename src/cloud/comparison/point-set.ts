/** Points of a cloud in memory, all of which have a place. */
export interface PointSet {
  /** x, y, z in turn, metres; 3 numbers a point. */
  places: Float64Array;
  /** ASPRS class of each; absent: the cloud has no classes. */
  classes?: Uint8Array;
}

/** Number of points of a set. */
export const pointCountOf = ({ places }: PointSet): number => places.length / 3;
