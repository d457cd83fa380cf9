import type { Files } from '../base/files/files.js';
import { basename, dirname, extname } from '../base/files/paths.js';
import type { Cuts } from '../base/yaml/cuts.js';
import { type Fault, formatPath, showValue } from '../base/yaml/faults.js';
import { soundPart } from '../base/yaml/sound-part.js';
import type { SourceDocument } from '../base/yaml/source-document.js';
import { absolutePattern } from './absolute-pattern.js';
import { resolveScanner } from './resolve-scanner.js';
import type { ScannerFault } from './scanner-fault.js';
import { inlineScannerSchema, type ScannerDefinition } from './scanner-schema.js';

/** Whether a scanner is named by the path of a file and not by an id: it ends in .yaml or .yml, or has a slash. */
export const isScannerFile = (name: string): boolean => /\.ya?ml$|[\\/]/i.test(name);

/** The file of a user's own scanner. */
export interface ScannerFile {
  document: SourceDocument;
  /** Faults of keys, types and limits; of a file that has any, also those in the numbers of the rest. */
  faults: readonly Fault[];
  /** The definition, with an absolute path to its pattern. Absent: it has faults. */
  definition?: ScannerDefinition;
}

/**
 * Opens a scanner file: a description as in platforms/scanners, in which `id` (the file's name) and `source` may be
 * absent. Messages call it `shownAs`. Throws UserError for a file that cannot be read or is not well-formed YAML.
 */
export async function openScannerFile(files: Files, path: string, shownAs = path): Promise<ScannerFile> {
  const { readYamlFile } = await import('../base/yaml/yaml-document.js');
  const document = await readYamlFile(files, path, shownAs);
  const { value, faults, cuts } = soundPart(inlineScannerSchema, document);
  if (value === undefined) return { document, faults };
  const { id, source } = document.value as Partial<ScannerDefinition>;
  const named = {
    ...value,
    id: id ?? basename(path, extname(path)),
    source: source ?? `described in ${basename(path)}`,
  };
  if (faults.length > 0) return { document, faults: [...faults, ...faultsOfRest(document, named, cuts)] };
  return { document, faults, definition: absolutePattern(named, dirname(files.resolve(files.folder, path)), files) };
}

/** Faults in the numbers of the sound parts of a file, without those that follow from parts left out. */
function faultsOfRest(document: SourceDocument, rest: ScannerDefinition, cuts: Cuts): Fault[] {
  if ('file' in rest.deflector) return [];
  const found: ScannerFault[] = [];
  resolveScanner(rest, { onFault: (fault) => void found.push(fault) });
  const isOwn = ({ path, found: value }: ScannerFault) =>
    !cuts.touches(cuts.written(path)) && !(value === undefined && cuts.lostKey(cuts.written(path.slice(0, -1))));
  return found.filter(isOwn).map((fault) => scannerFaultIn(document, { ...fault, path: cuts.written(fault.path) }));
}

/** A fault of a definition, at its place in the document. */
export const scannerFaultIn = (document: SourceDocument, { path, found, expected }: ScannerFault): Fault => ({
  place: document.placeOf(path),
  message: `${formatPath(path)}: found ${showValue(found)}, expected ${expected}`,
});
