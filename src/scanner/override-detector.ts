import { falseAlarmRate } from './receiver/noise.js';
import type { SamplingReceiver } from './receiver/receiver.js';
import { filterBandwidth, responsePeak } from './receiver/response.js';
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

/**
 * The receiver with the limit of `detector` as its threshold, if that states one: a power, or
 * an energy of a flat target.
 */
function withThreshold(sampling: SamplingReceiver, { minPower, minEnergy }: DetectorOverride): SamplingReceiver {
  const power = minPower ?? (minEnergy === undefined ? undefined : minEnergy * responsePeak(sampling.response));
  if (power === undefined) return sampling;
  const { noise, interval } = sampling;
  if (noise === undefined || noise.constant === 0) return { ...sampling, threshold: power };
  const bandwidth = filterBandwidth(noise.filterSpread * interval);
  return { ...sampling, threshold: power, falseAlarmRate: falseAlarmRate(bandwidth, power / noise.constant) };
}
