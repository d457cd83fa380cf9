import { loadScanner } from '../../scanner/load-scanner.js';
import { scannerSheet } from '../../scanner/sheet/scanner-sheet.js';
import type { Operation } from '../operation.js';

export interface DescribedScanner {
  id: string;
  name: string;
  /** Its numbers, in the units of data sheets: rows of a name and a text. */
  rows: string[][];
  /** Source of the numbers. */
  source: string;
  /** Numbers that were not compared with a document of the maker; absent: all were. */
  unchecked?: string;
}

/** All about a scanner of the catalogue. Throws UserError with the nearest ids if it is unknown. */
export const describeCatalogued: Operation<{ id: string }, DescribedScanner> = async (_bench, { id }) => {
  const scanner = loadScanner(id);
  const { name, source, unchecked } = scanner;
  return { id, name, rows: scannerSheet(scanner), source, ...(unchecked !== undefined && { unchecked }) };
};
