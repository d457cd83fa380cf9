/** The records of a system that has GeoTIFF keys. */
export interface GeotiffRecords {
  readonly directory: Uint8Array;
  readonly doubles?: Uint8Array;
  readonly texts?: Uint8Array;
}
