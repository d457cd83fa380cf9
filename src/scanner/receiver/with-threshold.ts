import type { DetectorOverride } from '../resolve-detection.js';
import { falseAlarmRate } from './noise.js';
import type { SamplingReceiver } from './receiver.js';
import { filterBandwidth, responsePeak } from './response.js';

/** The receiver with the limit of `detector` as its threshold, if that states one: a power, or an energy of a flat target. */
export function withThreshold(sampling: SamplingReceiver, { minPower, minEnergy }: DetectorOverride): SamplingReceiver {
  const power = minPower ?? (minEnergy === undefined ? undefined : minEnergy * responsePeak(sampling.response));
  if (power === undefined) return sampling;
  const { noise, interval } = sampling;
  if (noise === undefined || noise.constant === 0) return { ...sampling, threshold: power };
  const bandwidth = filterBandwidth(noise.filterSpread * interval);
  return { ...sampling, threshold: power, falseAlarmRate: falseAlarmRate(bandwidth, power / noise.constant) };
}
