import type { CreateOptions, CreatesFiles } from '../../base/files/files.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { WaveformBatch } from '../../cloud/waveform-batch.js';

/** A finished file of waveforms. */
export interface WrittenWaveforms {
  path: string;
  waveforms: number;
  bytes: number;
}

/** Takes waveforms in order and writes one finished file, or none. */
export interface WaveformSink {
  /** Adds all parts of a batch, and the returns found in them. Must not be called again before it resolves. */
  write(waveforms: WaveformBatch, points: PointBatch): Promise<void>;
  /** Completes the file and gives it its final name. */
  finish(): Promise<WrittenWaveforms>;
  /** Removes the data written so far. */
  abort(): Promise<void>;
}

/** Everything that the rest of the program knows about writing a kind of waveform files. */
export interface WaveformFormat {
  /** Endings of its paths, with the dot, in lower case. */
  endings: readonly [string, ...string[]];
  /** About, for estimates: of a sample, and of the rest of a waveform. */
  bytesPerSample: number;
  bytesPerPart: number;
  /** Throws UserError if the file cannot be written. */
  create(path: string, options: CreateOptions & CreatesFiles): Promise<WaveformSink>;
}
