import { withThreshold } from './receiver/with-threshold.js';
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
  const { sampling } = scanner;
  const detection = replaceDetection(scanner, detector, onFault);
  return {
    ...scanner,
    detection,
    ...(sampling && { sampling: withThreshold(sampling, detector) }),
    channels: scanner.channels.map((channel) => ({ ...channel, ...narrowRanges(channel, detector) })),
  };
}
