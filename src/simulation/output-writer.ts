import { invariant } from '../base/errors.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { WaveformBatch } from '../cloud/waveform-batch.js';
import type { PointSink, WrittenFile } from '../io/point-sink.js';
import { type LegFile, type ScannerLeg, spanOf } from '../survey/leg-files.js';
import type { CloudOutput, Survey } from '../survey/survey.js';

/** Takes the points of a run, scanner by scanner and leg by leg, for one output. */
export interface OutputWriter {
  /** Adds points of a leg of a scanner, with their waveforms. */
  write(from: ScannerLeg, points: PointBatch, waveforms?: WaveformBatch): Promise<void>;
  /** Completes all files of the output. */
  finish(): Promise<WrittenFile[]>;
  /** Removes the data of files that are not complete. */
  abort(): Promise<void>;
}

/** Opens the file at `path` of an output; `blockBytes` are those collected before they are written, absent: those of its format. */
export type OpenCloud = (path: string, blockBytes?: number) => Promise<PointSink>;

/** Small, because many files may be open at once. */
const BLOCK_BYTES = 256 * 1024;

/** The writer of an output: of one file, which it opens at once, or of the files of legs. */
export async function createOutputWriter(
  { path, files }: CloudOutput,
  { instruments }: Pick<Survey, 'instruments'>,
  open: OpenCloud,
): Promise<OutputWriter> {
  if (files) return new LegFilesWriter(files, instruments, open);
  const sink = await open(path);
  return {
    write: (_, points, waveforms) => sink.write(points, waveforms),
    finish: async () => [await sink.finish()],
    abort: () => sink.abort(),
  };
}

/** A file of some legs while it is written. */
interface LegCloud {
  path: string;
  last: ScannerLeg;
  sink?: PointSink;
  written?: WrittenFile;
}

/** Files of legs or strips, each open from its first leg to its last. */
class LegFilesWriter implements OutputWriter {
  private readonly open: OpenCloud;
  private readonly clouds: readonly LegCloud[];
  /** The file of each leg. */
  private readonly ofLeg = new Map<number, LegCloud>();
  private readonly unfinished = new Set<LegCloud>();
  private at: ScannerLeg = { scanner: 0, leg: 0 };

  constructor(files: readonly LegFile[], instruments: Survey['instruments'], open: OpenCloud) {
    this.open = open;
    this.clouds = files.map((file) => ({ path: file.path, last: spanOf(file, instruments).last }));
    files.forEach(({ legs }, k) => {
      for (const leg of legs) this.ofLeg.set(leg, this.clouds[k]);
    });
  }

  async write(from: ScannerLeg, points: PointBatch, waveforms?: WaveformBatch): Promise<void> {
    if (from.scanner !== this.at.scanner || from.leg !== this.at.leg) {
      this.at = from;
      for (const cloud of [...this.unfinished]) if (isBefore(cloud.last, from)) await this.close(cloud);
    }
    const cloud = this.ofLeg.get(from.leg);
    invariant(cloud, 'every leg that has points has a file');
    const sink = await this.opened(cloud);
    await sink.write(points, waveforms);
  }

  async finish(): Promise<WrittenFile[]> {
    const written: WrittenFile[] = [];
    for (const cloud of this.clouds) written.push(await this.close(cloud));
    return written;
  }

  async abort(): Promise<void> {
    for (const { sink } of this.unfinished) await sink?.abort();
  }

  private async opened(cloud: LegCloud): Promise<PointSink> {
    cloud.sink ??= await this.open(cloud.path, BLOCK_BYTES);
    this.unfinished.add(cloud);
    return cloud.sink;
  }

  /** Completes a file, also one of legs without points. */
  private async close(cloud: LegCloud): Promise<WrittenFile> {
    if (cloud.written) return cloud.written;
    const sink = await this.opened(cloud);
    cloud.written = await sink.finish();
    this.unfinished.delete(cloud);
    cloud.sink = undefined;
    return cloud.written;
  }
}

const isBefore = (a: ScannerLeg, b: ScannerLeg): boolean =>
  a.scanner < b.scanner || (a.scanner === b.scanner && a.leg < b.leg);
