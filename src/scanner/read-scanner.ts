import { checkDocument } from '../base/yaml/check-document.js';
import { type Fault, formatPath, showValue, throwFaults } from '../base/yaml/faults.js';
import type { YamlDocument } from '../base/yaml/yaml-document.js';
import type { DetectorOverride } from './resolve-detection.js';
import { resolveScanner } from './resolve-scanner.js';
import type { Scanner } from './scanner.js';
import type { ScannerFault } from './scanner-fault.js';
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
  const onFault = ({ path, found, expected }: ScannerFault) =>
    void faults.push({ place, message: `${formatPath(path)}: found ${showValue(found)}, expected ${expected}` });
  const scanner = resolveScanner(definition, { detector, onFault });
  throwFaults(faults);
  return scanner;
}
