import { counted } from '../../base/text.js';
import { digits } from '../deflectors/words.js';
import { rangePrecision } from '../receiver/noise.js';
import type { SamplingReceiver } from '../receiver/receiver.js';
import { responseWidth } from '../receiver/response.js';
import type { Scanner } from '../scanner.js';

/** Ratio of signal to noise for which the range's precision is listed. */
const SIGNAL_TO_NOISE = 10;

/** Nanoseconds of a time, to a femtosecond: digits below are rounding. */
const nanoseconds = (seconds: number): string => digits(Math.round(seconds * 1e15) / 1e6 + 0);

/** Rows of a receiver that samples; none without one. */
export function samplingRows({ sampling, receiver }: Scanner): string[][] {
  const overlap = receiver.overlap && [
    ['overlap', `from ${digits(receiver.overlap.from)} to ${digits(receiver.overlap.to)} m`],
  ];
  if (sampling === undefined) return overlap ?? [];
  return [
    ...(overlap ?? []),
    ['samples', describeSamples(sampling)],
    ['response', `${digits(responseWidth(sampling.response) * 1e9)} ns (full width at half maximum)`],
    ...describeNoise(sampling),
    ['detector', describeDetector(sampling)],
  ];
}

function describeSamples({ interval, samplesMax, digitiser }: SamplingReceiver): string {
  const samples = `${digits(1e-9 / interval)} GHz, ${samplesMax} of a pulse at most`;
  if (digitiser === undefined) return samples;
  const gain = digitiser.gainSteps === 0 ? '' : `, automatic gain to 1/${2 ** digitiser.gainSteps}`;
  return `${samples}, ${counted(digitiser.bits, 'bit')} to ${digitiser.saturation.toExponential(2)} W${gain}`;
}

/** Noise without light, and the precision of a range with ten times as much. */
function describeNoise({ noise, spread, interval, falseAlarmRate }: SamplingReceiver): string[][] {
  if (noise === undefined) return [];
  const precision = rangePrecision(spread, interval, SIGNAL_TO_NOISE);
  return [
    ['noise', `${noise.constant.toExponential(2)} W, ${digits(falseAlarmRate)} false alarms/s`],
    ['best range noise', `${digits(precision * 1e3)} mm at ${SIGNAL_TO_NOISE} times the noise`],
  ];
}

function describeDetector({ detector, zero, threshold }: SamplingReceiver): string {
  const { kind, fraction, countRate, deadTime } = detector;
  if (kind === 'geiger' || kind === 'photonCounting')
    return `${kind}, ${digits(countRate)} counts/s without signal, dead for ${digits(deadTime * 1e9)} ns`;
  const share = kind === 'constantFraction' ? ` of ${digits(fraction)}` : '';
  return `${kind}${share}, from ${threshold.toExponential(2)} W, white wall at ${nanoseconds(zero)} ns`;
}
