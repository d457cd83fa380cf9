import type { PointColumns } from '../../cloud/point-batch.js';
import type { FilterColumn } from '../../cloud/point-filter.js';
import type { CountedPoints } from '../records/cloud-file.js';
import type { PointSink } from '../records/point-sink.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

/** Coordinates of points, in metres, as stored in the output, and what a filter of the conversion asks for. */
export interface Places extends CountedPoints, Partial<Pick<PointColumns<FilterColumn>, FilterColumn>> {
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** 1 for points in an overlap of strips, if these are marked. */
  inOverlap?: Uint8Array;
  /** 1 for points to be written, 0 for those that a conversion drops without a word; absent: all are written. */
  isKept?: Uint8Array;
}

/** Points of a cloud in the form in which they are carried, with their places. */
export interface CarriedPoints<Batch> {
  batch: Batch;
  places: Places;
}

/** A way of points into files: by their attributes, or as unchanged records. */
export interface Carrier<Batch extends CountedPoints> {
  /** `attributes` are converted through the point's own schema; `records` are copied byte by byte. */
  form: 'attributes' | 'records';
  /** Whether every point must lie in the box given to the carrier. */
  needsBounds: boolean;
  /**
   * Whether its points are cells of grids, whose number and order stay: `select` yields all of a batch, empty ones in
   * place of those that are not chosen. Absent: they are points.
   */
  keepsCells?: true;
  /** Yields the points of a cloud in its order; a batch is valid until the next one is requested. */
  read(cloud: ReadableCloud): AsyncGenerator<CarriedPoints<Batch>>;
  /** The points of a batch at `indices`, in their order. */
  select(batch: Batch, indices: Uint32Array): Batch;
  /** Begins a file of these points. Throws UserError if it cannot be written. */
  open(path: string): Promise<PointSink<Batch>>;
  /** Losses of the outputs, one sentence each; complete after the last point. */
  losses(): string[];
}
