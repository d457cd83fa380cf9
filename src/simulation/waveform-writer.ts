import type { CreatesFiles } from '../base/files/files.js';
import type { WaveformBatch } from '../cloud/waveform-batch.js';
import type { WaveformSink, WrittenWaveforms } from '../io/waveforms/waveform-format.js';
import { createWaveformSink } from '../io/waveforms/waveform-formats.js';
import type { ScannerLeg } from '../survey/leg-files.js';
import type { Survey, WaveformOutput } from '../survey/survey.js';
import { type InstrumentScan, keyOf } from './instrument-scan.js';
import { type LegSinks, openLegSinks } from './leg-sinks.js';
import type { FoundWaveforms } from './point-crew/made-points.js';
import { heliosWaveforms } from './points/helios-waveforms.js';
import { createShotCounter } from './shot-numbers.js';

/** Writes the waveforms of all recorded pulses of a run. */
export class WaveformWriter {
  private readonly sinks: LegSinks<WaveformSink, WrittenWaveforms>;
  private readonly output: WaveformOutput;
  private readonly shotsOf: ReturnType<typeof createShotCounter>;

  private constructor(
    sinks: LegSinks<WaveformSink, WrittenWaveforms>,
    output: WaveformOutput,
    scans: readonly InstrumentScan[],
  ) {
    this.sinks = sinks;
    this.output = output;
    this.shotsOf = createShotCounter(scans);
  }

  /** The files of `output`. Throws UserError if one cannot be written. */
  static async create(
    output: WaveformOutput,
    survey: Pick<Survey, 'instruments'>,
    scans: readonly InstrumentScan[],
    { files }: CreatesFiles,
  ): Promise<WaveformWriter> {
    const open = (path: string) => createWaveformSink(path, output.format, { files });
    return new WaveformWriter(await openLegSinks(output, survey, open), output, scans);
  }

  /** Adds waveforms of a leg of a scan, numbered through their file, and the points found in them. */
  async write(from: ScannerLeg, scan: InstrumentScan, { points, waveforms }: FoundWaveforms): Promise<void> {
    const sink = await this.sinks.sinkFor(from);
    await sink.write(this.inFormat(from.leg, scan, waveforms), points);
  }

  /** The waveforms as the format of the file has them. */
  private inFormat(leg: number, scan: InstrumentScan, waveforms: WaveformBatch): WaveformBatch {
    const { format, noise } = this.output;
    const { spans } = waveforms;
    if (format !== 'helios' || spans === undefined) return waveforms;
    const drawn = noise === undefined ? undefined : { deviation: noise, key: keyOf(scan, leg) };
    return heliosWaveforms(waveforms, spans, scan.legs[leg].startTime, this.shotsOf(scan, leg), drawn);
  }

  finish(): Promise<WrittenWaveforms[]> {
    return this.sinks.finish();
  }

  /** Removes the files. */
  abort(): Promise<void> {
    return this.sinks.abort();
  }
}
