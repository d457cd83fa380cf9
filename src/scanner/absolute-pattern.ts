import type { Files } from '../base/files/files.js';
import type { ScannerDefinition } from './scanner-schema.js';

/**
 * The definition with an absolute path to its pattern file. The path is relative to `folder`, the folder of the
 * definition.
 */
export function absolutePattern(definition: ScannerDefinition, folder: string, files: Files): ScannerDefinition {
  const { deflector } = definition;
  if (!('file' in deflector)) return definition;
  return { ...definition, deflector: { ...deflector, file: files.resolve(folder, deflector.file) } };
}
