import { powerOf, type WaveformBatch } from '../../../cloud/waveform-batch.js';
import { TextSink } from '../../bytes/text-sink.js';
import { addBinNoise } from '../bin-noise.js';
import type { WaveformFormat, WaveformSink, WrittenWaveforms } from '../waveform-format.js';

/**
 * The full-wave text of HELIOS++ (`*_fullwave.txt`): a line per waveform with blanks between its numbers. Number of the
 * pulse; origin and direction of the beam; times of its first sample and behind its last, ns; GPS time, s; the samples,
 * nanowatts. As in HELIOS++, these two times are one-way: times the speed of light they are ranges. Waveforms of bins
 * have a line per pulse, as in HELIOS++, with zeros without light, or with noise if it is requested.
 */
export const HELIOS_WAVEFORMS: WaveformFormat = {
  endings: ['.txt'],
  bytesPerSample: 10,
  bytesPerPart: 110,
  create: async (path, options) => new HeliosSink(await TextSink.create(path, options)),
};

const NANO = 1e9;
const LENGTH_DECIMALS = 4;
const DIRECTION_DECIMALS = 7;
const TIME_DECIMALS = 9;
const POWER_DIGITS = 7;
/** A pulse whose line would have more samples has a line per part instead. */
const LINE_SAMPLES_MAX = 2 ** 20;

class HeliosSink implements WaveformSink {
  private readonly text: TextSink;
  private waveforms = 0;

  constructor(text: TextSink) {
    this.text = text;
  }

  async write(waveforms: WaveformBatch): Promise<void> {
    for (let part = 0; part < waveforms.count; ) {
      const end = endOfLine(waveforms, part);
      await this.text.append(heliosLine(waveforms, part, end));
      this.waveforms++;
      part = end;
    }
  }

  async finish(): Promise<WrittenWaveforms> {
    const { path, bytes } = await this.text.finish();
    return { path, waveforms: this.waveforms, bytes };
  }

  abort(): Promise<void> {
    return this.text.abort();
  }
}

/** The end of the parts that share a line with part `first`. */
function endOfLine({ count, pulse, spans }: WaveformBatch, first: number): number {
  let end = first + 1;
  if (spans === undefined || spans.count[first] > LINE_SAMPLES_MAX) return end;
  const own = spans.pulse ?? pulse;
  while (end < count && own[end] === own[first]) end++;
  return end;
}

/** The waveform of the parts `first` … `end` − 1 of a pulse as a line with its end. */
function heliosLine(waveforms: WaveformBatch, first: number, end: number): string {
  const { pulse, origin, direction, interval, time } = waveforms;
  const { from, to, powers } = waveformOf(waveforms, first, end);
  const oneWay = (ticks: number) => (((ticks * interval) / 2) * NANO).toFixed(TIME_DECIMALS);
  const numbers = [
    pulse[first],
    ...triple(origin, first, LENGTH_DECIMALS),
    ...triple(direction, first, DIRECTION_DECIMALS),
    oneWay(from),
    oneWay(to),
    time[first].toFixed(TIME_DECIMALS),
    ...Array.from(powers, (power) => Number((power * NANO).toPrecision(POWER_DIGITS))),
  ];
  return `${numbers.join(' ')}\n`;
}

/** Ticks of the first sample and behind the last, and the powers, watts. */
function waveformOf(
  waveforms: WaveformBatch,
  first: number,
  end: number,
): { from: number; to: number; powers: Float64Array } {
  const { firstSample, behindTick, sampleCount, spans } = waveforms;
  const begin = (part: number) => firstSample[part] + behindTick[part];
  if (spans === undefined || spans.count[first] > LINE_SAMPLES_MAX)
    return { from: begin(first), to: begin(first) + sampleCount[first], powers: noisyPowers(waveforms, first) };
  const powers = new Float64Array(spans.count[first]);
  for (let part = first; part < end; part++) {
    const bin = Math.round(begin(part) - spans.start[first]);
    powers.set(powerOf(waveforms, part).subarray(0, Math.max(0, powers.length - bin)), bin);
  }
  if (spans.noise) addBinNoise(powers, first, spans.noise);
  return { from: spans.start[first], to: spans.end[first], powers };
}

/** The powers of a part alone, with its noise. */
function noisyPowers(waveforms: WaveformBatch, part: number): Float64Array {
  const { firstSample, behindTick, spans } = waveforms;
  const powers = powerOf(waveforms, part);
  if (spans?.noise)
    addBinNoise(powers, part, spans.noise, Math.round(firstSample[part] + behindTick[part] - spans.start[part]));
  return powers;
}

const triple = (array: ArrayLike<number>, part: number, decimals: number): string[] =>
  [0, 1, 2].map((axis) => array[3 * part + axis].toFixed(decimals));
