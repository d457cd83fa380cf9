import type { CreatesFiles } from '../base/files/files.js';
import type { PulseBatch } from '../io/pulses/pulse-format.js';
import { PulseSink, type WrittenPulses } from '../io/pulses/pulse-sink.js';
import type { ScannerLeg } from '../survey/leg-files.js';
import type { PulseOutput, Survey } from '../survey/survey.js';
import { type LegSinks, openLegSinks } from './leg-sinks.js';

/** Writes every pulse of a run that is fired, also those without returns and those whose points a mask drops. */
export class PulseWriter {
  private readonly sinks: LegSinks<PulseSink, WrittenPulses>;

  private constructor(sinks: LegSinks<PulseSink, WrittenPulses>) {
    this.sinks = sinks;
  }

  /** The files of `output`. Throws UserError if one cannot be written. */
  static async create(
    output: PulseOutput,
    survey: Pick<Survey, 'instruments'>,
    options: CreatesFiles,
  ): Promise<PulseWriter> {
    const open = (path: string) => PulseSink.create(path, output.format, options);
    return new PulseWriter(await openLegSinks(output, survey, open));
  }

  /** Adds the next pulses of a leg. */
  async write(from: ScannerLeg, pulses: PulseBatch): Promise<void> {
    const sink = await this.sinks.sinkFor(from);
    await sink.write(pulses);
  }

  finish(): Promise<WrittenPulses[]> {
    return this.sinks.finish();
  }

  /** Removes the files. */
  abort(): Promise<void> {
    return this.sinks.abort();
  }
}
