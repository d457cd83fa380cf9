/** Position and contents of the rows of a text file. */
export interface TextRows {
  /** The first row, in bytes from the start of the file, and the number of its line. */
  dataAt: number;
  line: number;
  /** Separator of cells; a blank stands for any number of blanks and tabs. */
  separator: ' ' | ',' | ';' | '\t';
  /** Whether a line of one whole number announces rows, and is none itself; absent: it is a row. */
  isCounted?: boolean;
  /** The cells of a row in order. Their numbers become f64, or bits in front of 8 bytes, at `at` of a record. */
  cells: readonly TextCell[];
}

export interface TextCell {
  /** Name of the column, for messages. */
  name: string;
  /** Place of the number in a record; absent: not read. */
  at?: number;
  /** The number is the bit pattern of a colour: of an f32 or of a whole number. */
  bits?: 'f32' | 'u32';
}

/** Bytes of a record's cell. */
export const CELL_BYTES = 8;
