import { checkDocument } from '../base/yaml/check-document.js';
import { type Fault, throwFaults } from '../base/yaml/faults.js';
import { objectDocument } from '../base/yaml/source-document.js';
import { checkScanner } from './check-scanner.js';
import type { DetectorOverride } from './resolve-detection.js';
import { resolveScanner } from './resolve-scanner.js';
import type { Scanner } from './scanner.js';
import type { ScannerFault } from './scanner-fault.js';
import { scannerFaultIn } from './scanner-file.js';
import { inlineScannerSchema } from './scanner-schema.js';

/**
 * The instrument of a parsed description, as in the catalogue (platforms/scanners) or in a survey: degrees, nanometres,
 * microseconds. Returns SI units and radians. `detector` replaces numbers of the receiver, in SI units. Throws
 * UserError with every fault.
 *
 * @example
 * ```ts
 * const scanner = readScanner({
 *   name: 'a small scanner',
 *   wavelength: 905,
 *   detection: { rangeMin: 0.5, rangeMax: 100, maxReturns: 1 },
 *   deflector: { kind: 'parallel', pulseRate: 50_000, scanRate: 50, fieldOfView: 60 },
 * });
 * ```
 */
export function readScanner(description: unknown, detector: DetectorOverride = {}): Scanner {
  const document = objectDocument(description, 'scanner');
  const definition = checkDocument(inlineScannerSchema, document);
  const faults: Fault[] = [];
  const onFault = (fault: ScannerFault) => void faults.push(scannerFaultIn(document, fault));
  const scanner = resolveScanner(definition, { detector, onFault });
  throwFaults(faults);
  checkScanner(scanner);
  return scanner;
}
