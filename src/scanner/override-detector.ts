import { narrowRanges } from './resolve-channels.js';
import { type DetectorOverride, replaceDetection } from './resolve-detection.js';
import type { Scanner } from './scanner.js';
import type { OnScannerFault } from './scanner-fault.js';

/**
 * An instrument in SI units with what `detector` replaces; its ranges hold for all lasers. The same object where it replaces
 * nothing. Calls `onFault` where ranges contradict each other.
 */
export function overrideDetector(scanner: Scanner, detector: DetectorOverride, onFault: OnScannerFault): Scanner {
  if (Object.keys(detector).length === 0) return scanner;
  return {
    ...scanner,
    detection: replaceDetection(scanner.detection, detector, onFault),
    channels: scanner.channels.map((channel) => ({ ...channel, ...narrowRanges(channel, detector) })),
  };
}
