import { usualRange } from '../../base/yaml/fields.js';
import { energyFactor } from '../energy-factor.js';
import type { DetectorKind } from './receiver.js';
import { type DetectorKindDefinition, SAMPLES_MAX } from './receiver-schema.js';
import type { ReceiverSetting } from './receiver-setting.js';
import { FILTER_LENGTH, filterBandwidth, responsePeak, responseWidth } from './response.js';

/** Reflectance of the strongest return: a retroreflector, 1000 times a white surface. */
const STRONGEST_REFLECTANCE = 1000;

/** Samples within the full width at half maximum, at least. */
const SAMPLES_OF_PULSE = 2;

const COUNTER_KEYS = ['deadTime', 'darkRate'] as const;

/** Keys of each kind of detector. */
const KIND_KEYS: Readonly<Record<DetectorKind, readonly (keyof DetectorKindDefinition)[]>> = {
  peak: [],
  leadingEdge: ['reference'],
  constantFraction: ['fraction'],
  gaussian: [],
  geiger: COUNTER_KEYS,
  photonCounting: COUNTER_KEYS,
};

/** Notes keys of another kind of detector. */
export function checkDetectorKeys({ receiver, note }: ReceiverSetting): void {
  const { kind = 'peak', ...numbers } = receiver.detector ?? {};
  const own = KIND_KEYS[kind];
  for (const [key, found] of Object.entries(numbers)) {
    if (found === undefined || own.includes(key as keyof DetectorKindDefinition)) continue;
    const keys = own.length > 0 ? `it has ${own.join(', ')}` : 'it has none';
    note(['detector', key], found, `no such key of the detector ${kind}: ${keys}`);
  }
}

/** Number of samples of the response to one pulse. */
export const samplesOfPulse = ({ response, interval }: ReceiverSetting): number =>
  Math.ceil((response.values.length * response.step) / interval);

/** Whether a record has room for the response to one pulse; notes what makes it too long. */
export function fitsRecord(setting: ReceiverSetting): boolean {
  const { receiver, optics, response, interval, note } = setting;
  const needed = samplesOfPulse(setting);
  if (needed <= SAMPLES_MAX) return true;
  const rate = round(1e-9 / interval);
  const room = SAMPLES_MAX * interval;
  const least = filterBandwidth(room / FILTER_LENGTH);
  if (receiver.bandwidth !== undefined && receiver.bandwidth * 1e6 < least) {
    const expected = `at least ${round(least * 1e-6)} (MHz)${usualRange([50, 2000])}`;
    const reason = `for the response to a pulse within ${SAMPLES_MAX} samples of ${rate} GHz`;
    note(['bandwidth'], receiver.bandwidth, `${expected}, ${reason}`);
    return false;
  }
  const most = round((1e-9 * SAMPLES_MAX) / (response.values.length * response.step));
  const reason = `${SAMPLES_MAX} samples for the response to a pulse of ${round(optics.pulse.duration * 1e9)} ns`;
  note(['sampling', 'rate'], rate, `at most ${most} (GHz)${usualRange([0.25, 10])}: ${reason}`);
  return false;
}

/** Notes samples that miss pulses, or too few of them for one. */
export function checkSamples(setting: ReceiverSetting, samplesMax: number): void {
  const { receiver, response, interval, note } = setting;
  const width = responseWidth(response);
  const rate = receiver.sampling?.rate;
  if (interval > width / SAMPLES_OF_PULSE) {
    const least = round((SAMPLES_OF_PULSE / width) * 1e-9);
    note(
      ['sampling', 'rate'],
      rate,
      `at least ${least} (GHz)${usualRange([0.25, 10])}: ${SAMPLES_OF_PULSE} samples within the ${round(width * 1e9)} ns of a pulse`,
    );
  }
  const needed = samplesOfPulse(setting);
  if (samplesMax % 8 !== 0) note(['sampling', 'samples'], samplesMax, `a multiple of 8${usualRange([64, 4096])}`);
  else if (samplesMax < needed)
    note(['sampling', 'samples'], samplesMax, `at least the ${needed} samples of one pulse${usualRange([64, 4096])}`);
}

/** Notes an incomplete digitiser. */
export function checkDigitiser({ receiver, note }: ReceiverSetting): void {
  const { bits, saturation, gainSteps } = receiver.sampling ?? {};
  const stated = [bits, saturation, gainSteps].some((value) => value !== undefined);
  if (!stated) return;
  if (bits === undefined)
    note(['sampling', 'bits'], undefined, `a whole number >= 1 and <= 16${usualRange([8, 14])}, for a digitiser`);
  if (saturation === undefined)
    note(
      ['sampling', 'saturation'],
      undefined,
      `a number > 0 (W)${usualRange([1e-8, 1e-3])}: the power at the highest code`,
    );
}

/** Notes a threshold, W, that no return reaches, or that noise crosses all the time. */
export function checkThreshold(setting: ReceiverSetting, threshold: number, noise: number): void {
  const { receiver, note } = setting;
  const strongest = strongestReturn(setting);
  const path = typeof receiver.threshold === 'object' ? ['threshold', 'sigmas'] : ['threshold'];
  const found =
    typeof receiver.threshold === 'object' ? receiver.threshold.sigmas : (receiver.threshold ?? round(threshold));
  if (threshold >= strongest) {
    const expected = `a threshold below the ${round(strongest)} W of the strongest return${usualRange([1e-10, 1e-4])}`;
    note(path, found, `${expected}; it is ${round(threshold)} W`);
  }
  if (threshold < noise) {
    const expected = `a threshold above the noise of ${round(noise)} W, usually sigmas: 3 to 8`;
    note(path, found, `${expected}; it is ${round(threshold)} W`);
  }
}

/** Power, W, of a retroreflector at the nearest range, or that at which the digitiser saturates. */
function strongestReturn({ receiver, optics, detection, response }: ReceiverSetting): number {
  const { energy } = optics.pulse;
  const near = (energyFactor(optics) * STRONGEST_REFLECTANCE) / detection.rangeMin ** 2;
  const { saturation = Number.POSITIVE_INFINITY, gainSteps = 0 } = receiver.sampling ?? {};
  return Math.min(Math.min(energy, near) * responsePeak(response), saturation * 2 ** gainSteps);
}

const round = (value: number): number => Number(value.toPrecision(3));
