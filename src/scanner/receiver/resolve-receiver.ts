import { usualRange } from '../../base/yaml/fields.js';
import type { DetectorOverride } from '../resolve-detection.js';
import type { Detection } from '../scanner.js';
import type { OnScannerFault } from '../scanner-fault.js';
import type { ScannerDefinition } from '../scanner-schema.js';
import {
  checkDetectorKeys,
  checkDigitiser,
  checkSamples,
  checkThreshold,
  fitsRecord,
  samplesOfPulse,
} from './check-receiver.js';
import { FWHM_PER_SIGMA } from './constants.js';
import { detectionDelay } from './detection-delay.js';
import { falseAlarmRate } from './noise.js';
import { tableFault } from './pulse-shapes.js';
import type { SamplingReceiver } from './receiver.js';
import { type ReceiverDefinition, SAMPLES_MAX } from './receiver-schema.js';
import { noteReceiver, type ReceiverSetting } from './receiver-setting.js';
import { type ResolvedNoise, resolveNoise } from './resolve-noise.js';
import { pulseResponse, responsePeak, responseWidth } from './response.js';

/** Numbers of a sampling receiver that states none of its own. */
export const RECEIVER_DEFAULTS = Object.freeze({
  /** GHz. */
  rate: 1,
  /** ns of light that the samples of a pulse hold. */
  held: 512,
  /** ns of a Geiger detector: longer than any gate. */
  deadTime: 1e9,
  /** Share of the peak for a constant fraction. */
  fraction: 0.5,
  /** Peak of the white wall over the threshold, for a leading edge. */
  reference: 20,
  /** Standard deviations of the noise between two peaks; that of the difference of two samples is √2 times as large. */
  prominence: 5,
});

/** Standard deviations of the noise below the digitiser's code of no light. */
const BASELINE_SIGMAS = 4;
/** The code of no light is below this share of the highest. */
const BASELINE_MAX = 0.1;

/** Inputs of the receiver besides its own definition. */
export interface ReceiverContext {
  optics: ReceiverSetting['optics'];
  detection: Detection;
  /** The survey's replacements of the detection. */
  detector: DetectorOverride;
}

/** Whether a definition asks for samples: by any effect that only samples can show. */
function asksForSamples({ pulse, receiver = {} }: ScannerDefinition): boolean {
  const { sampling, bandwidth, noise, detector, threshold } = receiver;
  const stated = [sampling, bandwidth, noise, detector, threshold].some((value) => value !== undefined);
  return stated || (pulse?.shape !== undefined && pulse.shape !== 'gaussian');
}

/**
 * The receiver that samples the waveform; undefined if the instrument has none. Calls `onFault` for numbers that are
 * missing or contradict each other; the result is usable only without faults.
 */
export function resolveSampling(
  definition: ScannerDefinition,
  context: ReceiverContext,
  onFault: OnScannerFault,
): SamplingReceiver | undefined {
  const shape = definition.pulse?.shape ?? 'gaussian';
  if (!asksForSamples(definition) || (typeof shape === 'object' && tableFault(shape) !== undefined)) return undefined;
  const { receiver = {} } = definition;
  const { optics, detection } = context;
  const bandwidth = receiver.bandwidth === undefined ? undefined : receiver.bandwidth * 1e6;
  const seconds = typeof shape === 'object' ? { ...shape, times: shape.times.map((time) => time * 1e-9) } : shape;
  const setting: ReceiverSetting = {
    receiver,
    optics,
    detection,
    response: pulseResponse(seconds, optics.pulse.duration, bandwidth),
    interval: 1e-9 / (receiver.sampling?.rate ?? RECEIVER_DEFAULTS.rate),
    counts: isCounter(receiver),
    note: noteReceiver(onFault),
  };
  checkMethod(detection, context.detector, onFault);
  if (!fitsRecord(setting)) return undefined;
  return sampledBy(setting, resolveNoise(setting), statedLimit(definition, context.detector, setting));
}

const isCounter = ({ detector }: ReceiverDefinition): boolean =>
  detector?.kind === 'geiger' || detector?.kind === 'photonCounting';

/** Enough samples for light of RECEIVER_DEFAULTS.held, and for one pulse; a multiple of 8. */
const defaultSamples = (setting: ReceiverSetting): number =>
  Math.min(
    SAMPLES_MAX,
    8 * Math.ceil(Math.max((RECEIVER_DEFAULTS.held * 1e-9) / setting.interval, samplesOfPulse(setting)) / 8),
  );

/** The receiver, from its noise and the detection limit `limit` in watts. */
function sampledBy(setting: ReceiverSetting, noise: ResolvedNoise, limit: number): SamplingReceiver {
  const { receiver, response, interval } = setting;
  const { sampling = {}, detector = {} } = receiver;
  const { kind = 'peak', fraction = RECEIVER_DEFAULTS.fraction, reference = RECEIVER_DEFAULTS.reference } = detector;
  const samplesMax = sampling.samples ?? defaultSamples(setting);
  const threshold = resolveThreshold(setting, noise, limit);
  const constant = noise.noise?.constant ?? 0;
  checkDetectorKeys(setting);
  checkDigitiser(setting);
  checkSamples(setting, samplesMax);
  if (!setting.counts) checkThreshold(setting, threshold, constant);
  return {
    interval,
    samplesMax,
    response,
    spread: responseWidth(response) / FWHM_PER_SIGMA,
    digitiser: digitiserOf(sampling, constant),
    noise: noise.noise,
    detector: {
      kind,
      fraction,
      countsPerJoule: noise.countsPerJoule,
      countRate: setting.counts ? noise.background * noise.countsPerJoule + (detector.darkRate ?? 0) : 0,
      // The first photon is the only one, unless the detector wakes up again.
      deadTime: (detector.deadTime ?? (kind === 'geiger' ? RECEIVER_DEFAULTS.deadTime : 0)) * 1e-9,
    },
    threshold,
    prominence: noise.noise === undefined ? 0 : RECEIVER_DEFAULTS.prominence,
    zero: detectionDelay(response, { kind, fraction, reference, interval }),
    recovery: (sampling.recovery ?? 0) * 1e-9,
    falseAlarmRate: constant === 0 ? 0 : falseAlarmRate((receiver.bandwidth ?? 0) * 1e6, threshold / constant),
  };
}

/** The power of the weakest return, W: 0 for counters of photons, to which every photon is one. */
function resolveThreshold({ receiver, counts, note }: ReceiverSetting, noise: ResolvedNoise, limit: number): number {
  const { threshold } = receiver;
  if (counts) {
    if (threshold !== undefined) note(['threshold'], threshold, 'no threshold of a detector that counts photons');
    return 0;
  }
  if (typeof threshold === 'number') return threshold;
  if (threshold === undefined) return noise.threshold ?? limit;
  const constant = noise.noise?.constant ?? 0;
  if (constant > 0) return threshold.sigmas * constant;
  const expected = `a power (W)${usualRange([1e-10, 1e-4])}, or noise without light: amplifier, dark or sun of receiver.noise`;
  note(['threshold'], threshold, expected, 'noise');
  return limit;
}

/** Power of the weakest return, W, by the detection's limit; a fault if a survey states it beside another threshold. */
function statedLimit(
  { detection, receiver = {} }: ScannerDefinition,
  detector: DetectorOverride,
  { response, detection: { minEnergy }, note }: ReceiverSetting,
): number {
  const own = detector.minPower ?? detector.minEnergy;
  const isSet = receiver.threshold !== undefined || receiver.noise?.falseAlarms !== undefined;
  if (own !== undefined && isSet)
    note(
      receiver.threshold === undefined ? ['noise', 'falseAlarms'] : ['threshold'],
      receiver.threshold ?? receiver.noise?.falseAlarms,
      'no other limit beside minPower or minEnergy of the detector, which set the weakest return too',
    );
  const power = own === undefined ? detection.minPower : detector.minPower;
  return power ?? minEnergy * responsePeak(response);
}

/** Notes clusters, which no waveform has. */
function checkMethod({ method }: Detection, detector: DetectorOverride, onFault: OnScannerFault): void {
  if (method !== 'clusters') return;
  const expected = `method: peaks with a receiver that samples the waveform${detector.method === undefined ? ' (detector: { method: peaks } in a survey)' : ''}`;
  onFault({ path: ['detection', 'method'], found: method, expected });
}

/** Codes for the noise below no light, so that it is not cut. */
function digitiserOf(
  { bits, saturation, gainSteps = 0 }: NonNullable<ReceiverDefinition['sampling']>,
  noise: number,
): SamplingReceiver['digitiser'] {
  if (bits === undefined || saturation === undefined) return undefined;
  const codeMax = 2 ** bits - 1;
  const below = Math.ceil((BASELINE_SIGMAS * noise * codeMax) / saturation);
  return { bits, saturation, baseline: Math.min(below, Math.floor(BASELINE_MAX * codeMax)), gainSteps };
}
