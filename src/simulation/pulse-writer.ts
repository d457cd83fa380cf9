import { invariant } from '../base/errors.js';
import type { CreatesFiles } from '../base/files/files.js';
import { PulseSink, type WrittenPulses } from '../io/pulses/pulse-sink.js';
import type { Scene } from '../scene/scene.js';
import type { PulseOutput } from '../survey/survey.js';
import type { InstrumentScan } from './instrument-scan.js';
import { placePulses } from './points/place-pulses.js';
import type { TracedPoints } from './points/traced-points.js';
import { createShotCounter } from './shot-numbers.js';
import { placementOf } from './trace-pulses.js';

/** Writes every pulse of a run that is fired, also those without returns and those whose points a mask drops. */
export class PulseWriter {
  private readonly sink: PulseSink;
  private readonly scans: readonly InstrumentScan[];
  private readonly frameOrigin: Scene['frameOrigin'];
  private readonly shotsOf: ReturnType<typeof createShotCounter>;

  private constructor(sink: PulseSink, scans: readonly InstrumentScan[], { frameOrigin }: Pick<Scene, 'frameOrigin'>) {
    this.sink = sink;
    this.scans = scans;
    this.frameOrigin = frameOrigin;
    this.shotsOf = createShotCounter(scans);
  }

  /** The file of `output`. Throws UserError if it cannot be written. */
  static async create(
    { path, format }: PulseOutput,
    scans: readonly InstrumentScan[],
    scene: Pick<Scene, 'frameOrigin'>,
    options: CreatesFiles,
  ): Promise<PulseWriter> {
    return new PulseWriter(await PulseSink.create(path, format, options), scans, scene);
  }

  /** Adds the pulses of traced points of a scan, which must be able to list them. */
  async write({ leg, first, poses, listPulses }: TracedPoints, scan: InstrumentScan): Promise<void> {
    invariant(listPulses, 'pulses are listed where a file of them is written');
    const list = listPulses();
    const scanner = this.scans.indexOf(scan);
    await this.sink.write({
      ...list,
      ...placePulses(list, poses, this.frameOrigin, placementOf(scan)),
      startTime: scan.legs[leg].startTime,
      leg,
      first,
      ...this.shotsOf(scan, leg),
      scanner,
      channelsBefore: this.scans.slice(0, scanner).reduce((sum, before) => sum + before.scanner.channels.length, 0),
    });
  }

  finish(): Promise<WrittenPulses> {
    return this.sink.finish();
  }

  /** Removes the file. */
  abort(): Promise<void> {
    return this.sink.abort();
  }
}
