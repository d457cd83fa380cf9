/**
 * A recorded pattern: strictly rising times in seconds, azimuth to the right and elevation in radians. One row at
 * least.
 */
export interface PatternTable {
  times: Float64Array;
  azimuths: Float64Array;
  elevations: Float64Array;
}

/** Reads the table at a path. Throws UserError if it is not such a table. */
export type ReadPattern = (path: string) => PatternTable;
