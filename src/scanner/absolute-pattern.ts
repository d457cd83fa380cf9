import { resolve } from 'node:path';
import type { ScannerDefinition } from './scanner-schema.js';

/** The definition with the path of a pattern's file made absolute; it is relative to `folder`, where the definition stands. */
export function absolutePattern(definition: ScannerDefinition, folder: string): ScannerDefinition {
  const { deflector } = definition;
  if (!('file' in deflector)) return definition;
  return { ...definition, deflector: { ...deflector, file: resolve(folder, deflector.file) } };
}
