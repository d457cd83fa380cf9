import { FWHM_PER_SIGMA } from '../../src/device/records.generated.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';

/** Standard deviations up to which the response is tabulated, and values a standard deviation. */
const REACH = 5;
const STEPS = 64;

/** A Gaussian response of this full width at half maximum, s, with area 1. */
export function gaussianResponse(duration: number): Pick<SamplingReceiver, 'response' | 'spread'> {
  const spread = duration / FWHM_PER_SIGMA;
  const values = Float64Array.from({ length: 2 * REACH * STEPS + 1 }, (_, k) => {
    const t = k / STEPS - REACH;
    return Math.exp(-0.5 * t * t) / (spread * Math.sqrt(2 * Math.PI));
  });
  return { spread, response: { start: -REACH * spread, step: spread / STEPS, values } };
}

type Overrides = Partial<Omit<SamplingReceiver, 'detector'>> & { detector?: Partial<SamplingReceiver['detector']> };

/**
 * A receiver for pulses of `duration` without noise and digitiser: 1 ns, 512 samples, the peaks of all that arrives.
 */
export function samplingReceiver({ detector, ...overrides }: Overrides = {}, duration = 5e-9): SamplingReceiver {
  return {
    interval: 1e-9,
    samplesMax: 512,
    ...gaussianResponse(duration),
    detector: { kind: 'peak', fraction: 0.5, countsPerJoule: 1, countRate: 0, deadTime: 0, ...detector },
    threshold: 0,
    prominence: 0,
    zero: 0,
    recovery: 0,
    falseAlarmRate: 0,
    ...overrides,
  };
}
