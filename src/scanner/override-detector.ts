import { narrowRanges } from './resolve-channels.js';
import { type DetectorOverride, replaceDetection } from './resolve-detection.js';
import type { Scanner } from './scanner.js';
import type { OnScannerFault } from './scanner-fault.js';

/**
 * An instrument in SI units, with the replacements of `detector`; its ranges apply to all lasers. Returns the same
 * object if nothing is replaced. Calls `onFault` if ranges contradict each other.
 */
export function overrideDetector(scanner: Scanner, detector: DetectorOverride, onFault: OnScannerFault): Scanner {
  if (Object.keys(detector).length === 0) return scanner;
  return {
    ...scanner,
    detection: replaceDetection(scanner, detector, onFault),
    channels: scanner.channels.map((channel) => ({ ...channel, ...narrowRanges(channel, detector) })),
  };
}
