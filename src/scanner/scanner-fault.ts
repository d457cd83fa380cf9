/** What is wrong with a definition beyond its schema: path within the definition, what stands there, what is allowed. */
export interface ScannerFault {
  path: readonly PropertyKey[];
  found: unknown;
  expected: string;
}

export type OnScannerFault = (fault: ScannerFault) => void;
