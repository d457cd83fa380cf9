/** The records of a file, decompressed. */
export interface RecordSource {
  /** Writes the records of points `first` … `first + count − 1` to `target`. Throws UserError if that fails. */
  read(first: number, count: number, target: Uint8Array): Promise<void>;
  close(): Promise<void>;
}
