/** A fault in a definition beyond its schema: path within the definition, found value, allowed values. */
export interface ScannerFault {
  path: readonly PropertyKey[];
  found: unknown;
  expected: string;
  /** Path of the cause: if that has a fault, this is none of its own. */
  follows?: readonly PropertyKey[];
}

export type OnScannerFault = (fault: ScannerFault) => void;
