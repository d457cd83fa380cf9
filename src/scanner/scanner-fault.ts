/** A fault in a definition beyond its schema: path within the definition, found value, allowed values. */
export interface ScannerFault {
  path: readonly PropertyKey[];
  found: unknown;
  expected: string;
}

export type OnScannerFault = (fault: ScannerFault) => void;
