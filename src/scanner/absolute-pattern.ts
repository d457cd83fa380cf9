import type { Files } from '../base/files/files.js';
import type { ScannerDefinition } from './scanner-schema.js';

/** The definition with the path of a pattern's file made absolute; it is relative to `folder`, where the definition stands. */
export function absolutePattern(definition: ScannerDefinition, folder: string, files: Files): ScannerDefinition {
  const { deflector } = definition;
  if (!('file' in deflector)) return definition;
  return { ...definition, deflector: { ...deflector, file: files.resolve(folder, deflector.file) } };
}
