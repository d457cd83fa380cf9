import type { OutputFile } from '../../../base/files/files.js';
import { powerOf, type WaveformBatch } from '../../../cloud/waveform-batch.js';
import { BlockBuffer } from '../../block-buffer.js';
import type { WaveformFormat, WaveformSink, WrittenWaveforms } from '../waveform-format.js';

/**
 * The full-wave text of HELIOS++ (`*_fullwave.txt`): a line per waveform with blanks between its numbers. Number of the
 * pulse; place and direction of the beam; times of its first sample and behind its last, ns; GPS time, s; the samples,
 * nanowatts. As in HELIOS++, these two times are those of one way: times the speed of light they are ranges.
 */
export const HELIOS_WAVEFORMS: WaveformFormat = {
  endings: ['.txt'],
  bytesPerSample: 10,
  bytesPerPart: 110,
  create: async (path, options) => new HeliosSink(await options.files.create(path, options)),
};

const NANO = 1e9;
const LENGTH_DECIMALS = 4;
const DIRECTION_DECIMALS = 7;
const TIME_DECIMALS = 9;
const POWER_DIGITS = 7;

class HeliosSink implements WaveformSink {
  private readonly file: OutputFile;
  private readonly buffer: BlockBuffer;
  private readonly encoder = new TextEncoder();
  private waveforms = 0;

  constructor(file: OutputFile) {
    this.file = file;
    this.buffer = new BlockBuffer(file);
  }

  async write(waveforms: WaveformBatch): Promise<void> {
    for (let part = 0; part < waveforms.count; part++)
      await this.buffer.append(this.encoder.encode(heliosLine(waveforms, part)));
    this.waveforms += waveforms.count;
  }

  async finish(): Promise<WrittenWaveforms> {
    try {
      await this.buffer.drain();
      await this.file.commit();
    } catch (error) {
      await this.abort();
      throw error;
    }
    return { path: this.file.path, waveforms: this.waveforms, bytes: this.file.size };
  }

  async abort(): Promise<void> {
    await this.buffer.settle();
    await this.file.abort();
  }
}

/** One waveform as a line with its end. */
function heliosLine(waveforms: WaveformBatch, part: number): string {
  const { pulse, origin, direction, firstSample, sampleCount, interval, time } = waveforms;
  const oneWay = (tick: number) => ((tick * interval) / 2) * NANO;
  const numbers = [
    pulse[part],
    ...triple(origin, part, LENGTH_DECIMALS),
    ...triple(direction, part, DIRECTION_DECIMALS),
    oneWay(firstSample[part]).toFixed(TIME_DECIMALS),
    oneWay(firstSample[part] + sampleCount[part]).toFixed(TIME_DECIMALS),
    time[part].toFixed(TIME_DECIMALS),
    ...Array.from(powerOf(waveforms, part), (power) => Number((power * NANO).toPrecision(POWER_DIGITS))),
  ];
  return `${numbers.join(' ')}\n`;
}

const triple = (array: ArrayLike<number>, part: number, decimals: number): string[] =>
  [0, 1, 2].map((axis) => array[3 * part + axis].toFixed(decimals));
