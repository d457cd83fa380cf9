/** The records of a file, decompressed. */
export interface RecordSource {
  /** Puts the records of points `first` … `first + count − 1` into `target`. Throws UserError where that fails. */
  read(first: number, count: number, target: Uint8Array): Promise<void>;
  close(): Promise<void>;
}
