import { checkDocument } from '../base/yaml/check-document.js';
import { type Fault, formatPath, showValue, throwFaults } from '../base/yaml/faults.js';
import { objectDocument } from '../base/yaml/source-document.js';
import { checkScanner } from './check-scanner.js';
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
  const document = objectDocument(description, 'scanner');
  const definition = checkDocument(inlineScannerSchema, document);
  const faults: Fault[] = [];
  const onFault = ({ path, found, expected }: ScannerFault) =>
    void faults.push({
      place: document.placeOf(path),
      message: `${formatPath(path)}: found ${showValue(found)}, expected ${expected}`,
    });
  const scanner = resolveScanner(definition, { detector, onFault });
  throwFaults(faults);
  checkScanner(scanner);
  return scanner;
}
