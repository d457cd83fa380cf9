import { createLasWriter } from './las/las-writer.js';
import { createPcdWriter, type Grid } from './pcd-writer.js';
import { createPlyWriter } from './ply-writer.js';
import type { CloudHeader, PointWriter } from './point-writer.js';
import { createTextWriter } from './text-writer.js';

/** The formats that clouds are written in. */
export type CloudFormat = 'las' | 'ply' | 'pcd' | 'csv' | 'xyz';

/** One output of a survey. */
export interface PointOutput {
  path: string;
  format: CloudFormat;
  /** Of LAS; absent: 7 where the points have colour, else 6. */
  pointFormat?: 6 | 7 | 8;
  /** Of LAS: metres of one step of a coordinate; absent: a millimetre, coarser where the extent needs it. */
  scale?: number;
  /** Of PCD: rows and columns that the points come in, row by row; absent: one row of as many as come. */
  organised?: Grid;
}

/** The writer of `output.format`. Throws UserError where the file cannot be written. */
export async function createPointWriter(
  output: PointOutput,
  header: CloudHeader,
  options: { force?: boolean } = {},
): Promise<PointWriter> {
  const { force } = options;
  const { path, pointFormat = header.optional?.includes('rgb') ? 7 : 6, scale, organised } = output;
  switch (output.format) {
    case 'las':
      return createLasWriter(path, header, { pointFormat, scale, force });
    case 'ply':
      return createPlyWriter(path, header, { force });
    case 'pcd':
      return createPcdWriter(path, header, { organised, force });
    case 'csv':
    case 'xyz':
      return createTextWriter(path, header, { format: output.format, force });
  }
}
