import { invariant } from '../base/errors.js';
import type { CreatesFiles } from '../base/files/files.js';
import { PulseSink, type WrittenPulses } from '../io/pulses/pulse-sink.js';
import type { Scene } from '../scene/scene.js';
import { firstLasers } from '../survey/leg-files.js';
import type { PulseOutput, Survey } from '../survey/survey.js';
import type { InstrumentScan } from './instrument-scan.js';
import { type LegSinks, openLegSinks } from './leg-sinks.js';
import { placePulses } from './points/place-pulses.js';
import type { TracedPoints } from './points/traced-points.js';
import { createShotCounter } from './shot-numbers.js';
import { placementOf } from './trace-pulses.js';

/** Writes every pulse of a run that is fired, also those without returns and those whose points a mask drops. */
export class PulseWriter {
  private readonly sinks: LegSinks<PulseSink, WrittenPulses>;
  private readonly scans: readonly InstrumentScan[];
  private readonly firstLasers: readonly number[];
  private readonly frameOrigin: Scene['frameOrigin'];
  private readonly shotsOf: ReturnType<typeof createShotCounter>;

  private constructor(
    sinks: LegSinks<PulseSink, WrittenPulses>,
    scans: readonly InstrumentScan[],
    { frameOrigin }: Pick<Scene, 'frameOrigin'>,
  ) {
    this.sinks = sinks;
    this.scans = scans;
    this.firstLasers = firstLasers(scans);
    this.frameOrigin = frameOrigin;
    this.shotsOf = createShotCounter(scans);
  }

  /** The files of `output`. Throws UserError if one cannot be written. */
  static async create(
    output: PulseOutput,
    survey: Pick<Survey, 'instruments'>,
    scans: readonly InstrumentScan[],
    scene: Pick<Scene, 'frameOrigin'>,
    options: CreatesFiles,
  ): Promise<PulseWriter> {
    const open = (path: string) => PulseSink.create(path, output.format, options);
    return new PulseWriter(await openLegSinks(output, survey, open), scans, scene);
  }

  /** Adds the pulses of traced points of a scan, which must be able to list them. */
  async write({ leg, first, poses, listPulses }: TracedPoints, scan: InstrumentScan): Promise<void> {
    invariant(listPulses, 'pulses are listed where a file of them is written');
    const list = listPulses();
    const scanner = this.scans.indexOf(scan);
    const sink = await this.sinks.sinkFor({ scanner, leg });
    await sink.write({
      ...list,
      ...placePulses(list, poses, this.frameOrigin, placementOf(scan)),
      startTime: scan.legs[leg].startTime,
      leg,
      first,
      ...this.shotsOf(scan, leg),
      scanner,
      channelsBefore: this.firstLasers[scanner],
    });
  }

  finish(): Promise<WrittenPulses[]> {
    return this.sinks.finish();
  }

  /** Removes the files. */
  abort(): Promise<void> {
    return this.sinks.abort();
  }
}
