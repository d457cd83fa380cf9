import { checkDocument } from '../base/yaml/check-document.js';
import { type Fault, formatPath, showValue, throwFaults } from '../base/yaml/faults.js';
import type { YamlDocument } from '../base/yaml/yaml-document.js';
import { type DetectorOverride, resolveScanner } from './resolve-scanner.js';
import type { Scanner } from './scanner.js';
import { inlineScannerSchema } from './scanner-schema.js';

/**
 * The instrument of a description as it stands in the catalogue (platforms/scanners) or in a survey, already parsed:
 * degrees, nanometres, microseconds. `detector` replaces numbers of the receiver, SI. Throws UserError with every fault.
 */
export function readScanner(description: unknown, detector: DetectorOverride = {}): Scanner {
  const place = { file: 'scanner' };
  const document: YamlDocument = { ...place, value: description, placeOf: () => place, placeOfKey: () => place };
  const definition = checkDocument(inlineScannerSchema, document);
  const faults: Fault[] = [];
  const scanner = resolveScanner(definition, detector, ({ path, found, expected }) => {
    faults.push({ place, message: `${formatPath(path)}: found ${showValue(found)}, expected ${expected}` });
  });
  throwFaults(faults);
  return scanner;
}
