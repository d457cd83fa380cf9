import { invariant } from '../base/errors.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { type LegFile, type ScannerLeg, spanOf } from './leg-files.js';

/** A file while it is written. */
export interface FileSink<Written> {
  /** Completes the file and gives it its final name. */
  finish(): Promise<Written>;
  /** Removes the data written so far. */
  abort(): Promise<void>;
}

/** The files of an output, while a run writes them scanner by scanner and leg by leg. */
export interface LegSinks<Sink extends FileSink<Written>, Written> {
  /**
   * The open file for a leg of a scanner, or for a laser in it, counted through all scanners; files that need no more
   * are completed.
   */
  sinkFor(from: ScannerLeg, laser?: number): Promise<Sink>;
  /** Completes all files. */
  finish(): Promise<Written[]>;
  /** Removes the data of files that are not complete. */
  abort(): Promise<void>;
}

/** Opens the file at a path, of all legs or of one of several files. */
export type OpenFile<Sink> = (path: string, part?: FilePart) => Promise<Sink>;

/** One of the files of legs. */
export interface FilePart {
  /** Bytes collected before they are written. */
  blockBytes: number;
  /** Its legs. */
  legs: readonly number[];
}

/** Small, because many files may be open at once. */
const BLOCK_BYTES = 256 * 1024;

/** The files of an output: one, which is opened at once, or those of legs. */
export async function openLegSinks<Sink extends FileSink<Written>, Written>(
  { path, files }: { path: string; files?: readonly LegFile[] },
  { instruments }: Pick<BareSurvey, 'instruments'>,
  open: OpenFile<Sink>,
): Promise<LegSinks<Sink, Written>> {
  if (files) return new SinksOfLegs(files, instruments, open);
  const sink = await open(path);
  return {
    sinkFor: async () => sink,
    finish: async () => [await sink.finish()],
    abort: () => sink.abort(),
  };
}

/** A file of some legs while it is written. */
interface SharedFile<Sink, Written> {
  path: string;
  legs: readonly number[];
  last: ScannerLeg;
  sink?: Sink;
  written?: Written;
}

/** Files of legs, strips or lasers, each open from its first leg to its last. */
class SinksOfLegs<Sink extends FileSink<Written>, Written> implements LegSinks<Sink, Written> {
  private readonly open: OpenFile<Sink>;
  private readonly files: readonly SharedFile<Sink, Written>[];
  /** The files of each leg, by laser; 0: that of all. */
  private readonly ofLeg = new Map<number, SharedFile<Sink, Written>[]>();
  private readonly unfinished = new Set<SharedFile<Sink, Written>>();
  private at: ScannerLeg = { scanner: 0, leg: 0 };

  constructor(files: readonly LegFile[], instruments: BareSurvey['instruments'], open: OpenFile<Sink>) {
    this.open = open;
    this.files = files.map((file) => ({ path: file.path, legs: file.legs, last: spanOf(file, instruments).last }));
    files.forEach(({ legs, laser = 0 }, k) => {
      for (const leg of legs) {
        const lasers = this.ofLeg.get(leg) ?? [];
        lasers[laser] = this.files[k];
        this.ofLeg.set(leg, lasers);
      }
    });
  }

  async sinkFor(from: ScannerLeg, laser = 0): Promise<Sink> {
    if (from.scanner !== this.at.scanner || from.leg !== this.at.leg) {
      this.at = from;
      for (const file of [...this.unfinished]) if (isBefore(file.last, from)) await this.close(file);
    }
    const file = this.ofLeg.get(from.leg)?.[laser];
    invariant(file, 'every leg and laser that fires has a file');
    return this.opened(file);
  }

  async finish(): Promise<Written[]> {
    const written: Written[] = [];
    for (const file of this.files) written.push(await this.close(file));
    return written;
  }

  async abort(): Promise<void> {
    for (const { sink } of this.unfinished) await sink?.abort();
  }

  private async opened(file: SharedFile<Sink, Written>): Promise<Sink> {
    file.sink ??= await this.open(file.path, { blockBytes: BLOCK_BYTES, legs: file.legs });
    this.unfinished.add(file);
    return file.sink;
  }

  /** Completes a file, also one of legs without points. */
  private async close(file: SharedFile<Sink, Written>): Promise<Written> {
    if (file.written !== undefined) return file.written;
    const sink = await this.opened(file);
    file.written = await sink.finish();
    this.unfinished.delete(file);
    file.sink = undefined;
    return file.written;
  }
}

const isBefore = (a: ScannerLeg, b: ScannerLeg): boolean =>
  a.scanner < b.scanner || (a.scanner === b.scanner && a.leg < b.leg);
