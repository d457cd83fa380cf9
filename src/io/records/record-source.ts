/** The records of a file, decompressed. */
export interface RecordSource {
  /** Writes the records of points `first` … `first + count − 1` to `target`. Throws UserError if that fails. */
  read(first: number, count: number, target: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Records of a cloud: `count` of them, the first of which is number `first`. */
export interface RecordBatch {
  records: Uint8Array;
  count: number;
  first: number;
}
