import type { CountedPoints } from '../records/cloud-file.js';
import type { PointSink } from '../records/point-sink.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

/** Coordinates of points, in metres, as the output will have them. */
export interface Places extends CountedPoints {
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
}

/** Points of a cloud, in the form in which they are carried, and where they are. */
export interface CarriedPoints<Batch> {
  batch: Batch;
  places: Places;
}

/** How the points of clouds get into files: by their attributes, or as the records that they are. */
export interface Carrier<Batch extends CountedPoints> {
  /** `attributes` go through the point's own schema; `records` stay as they are, byte by byte. */
  form: 'attributes' | 'records';
  /** Whether every point must lie in the box that the carrier was made for. */
  needsBounds: boolean;
  /** Yields the points of a cloud in its order; a batch is valid until the next one is asked for. */
  read(cloud: ReadableCloud): AsyncGenerator<CarriedPoints<Batch>>;
  /** The points of a batch at `indices`, in their order. */
  select(batch: Batch, indices: Uint32Array): Batch;
  /** Begins a file of these points. Throws UserError if it cannot be written. */
  open(path: string): Promise<PointSink<Batch>>;
  /** What the outputs have no place for, a sentence each; complete after the last point. */
  losses(): string[];
}
