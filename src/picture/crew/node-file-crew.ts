import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { AbortedError, invariant } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import type { OnProgress } from '../../base/log.js';
import { type Box3, emptyBox } from '../../base/vec3.js';
import { type CloudStatistics, StatisticsCollector } from '../../cloud/statistics.js';
import type { LasFile } from '../../io/las/las-file.js';
import { readLasColumns } from '../../io/las/las-reader.js';
import { batchPointsOf, isInAnyOrder, openRecords } from '../../io/las/open-records.js';
import type { RecordSource } from '../../io/las/record-source.js';
import { boundsOrOrigin, growByPoints, usableBounds } from '../cloud/point-source.js';
import type { CellSums, PointCounts } from '../cloud/point-tally.js';
import type { Crew, Drawing } from './crew.js';
import { FileLooker } from './file-looker.js';
import { createSlot, type LookSlot } from './look-slot.js';
import type { Looker, LookFindings, LookTask, SlottedBatch } from './looker.js';
import { startRemoteLooker } from './node-remote-looker.js';

/** Maximum number of threads: more wait for each other and for the disk, and use memory. */
const THREADS_MAX = 8;
/** A slot for a batch takes some megabytes. */
const BATCH_POINTS = 32_768;

export interface CrewOptions {
  /** Number of threads; by default as many as the machine has, up to eight, and no more than `work` justifies. */
  threads?: number;
  /** Number of threads for which there is work. */
  work?: number;
  /** Maximum number of points of a batch; default: 32,768. */
  batchPoints?: number;
  /** Name of the work, and number of looks at all points, for `onProgress`. */
  looks?: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** The lookers at a file: this thread and others, or this one alone. The caller that opens a crew closes it. */
export class FileCrew implements Crew {
  private readonly file: LasFile;
  private readonly options: CrewOptions;
  private readonly threads: number;
  private readonly batchPoints: number;
  private readonly slots: LookSlot[];
  private readonly lookers: Looker[];
  private readonly statistics = new StatisticsCollector();
  private done = 0;

  constructor(file: LasFile, options: CrewOptions = {}) {
    this.file = file;
    this.options = options;
    this.threads = threadsFor(file, options);
    this.batchPoints = Math.min(options.batchPoints ?? BATCH_POINTS, batchPointsOf(file));
    // Compressed records are decoded into one half of the slots while the lookers work on the other half.
    const slots = isInAnyOrder(file) ? this.threads : 2 * this.threads;
    this.slots = Array.from({ length: slots }, () => createSlot(file, this.batchPoints, this.allocate));
    this.lookers = this.startLookers();
  }

  allocate = (bytes: number): ArrayBufferLike =>
    this.threads > 1 ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);

  async bounds(): Promise<Box3> {
    const known = usableBounds(this.file.header.bounds);
    if (known) return known;
    const box = emptyBox();
    for await (const columns of readLasColumns(this.file, ['x', 'y', 'z'])) growByPoints(box, columns);
    return boundsOrOrigin(box);
  }

  /** Looks at all points for their statistics alone. */
  async count(): Promise<CloudStatistics> {
    this.addStatistics(await this.lookAtAll({ kind: 'count' }));
    return this.statistics.result();
  }

  async gather(sums: CellSums): Promise<PointCounts[]> {
    const findings = await this.lookAtAll({ kind: 'gather', sums });
    this.addStatistics(findings);
    return findings.map(({ counts }) => {
      invariant(counts, 'a look at all points counts them');
      return counts;
    });
  }

  async draw(drawing: Drawing): Promise<void> {
    await this.lookAtAll({ kind: 'draw', drawing });
  }

  /** Statistics counted while points were gathered. */
  gathered(): CloudStatistics {
    return this.statistics.result();
  }

  async close(): Promise<void> {
    await Promise.all(this.lookers.map((looker) => looker.close()));
  }

  private startLookers(): Looker[] {
    const { files, ...file } = this.file;
    const { threads, slots } = this;
    if (threads === 1) return [new FileLooker(this.file, { part: 0, parts: 1 }, slots)];
    // This thread looks too, after starting the others, unless it decodes.
    const remote = isInAnyOrder(this.file) ? threads - 1 : threads;
    return Array.from({ length: threads }, (_, part) => {
      const share = { part, parts: threads };
      return part < remote
        ? startRemoteLooker({ file, share, slots })
        : new FileLooker({ ...file, files }, share, slots);
    });
  }

  private addStatistics(findings: readonly LookFindings[]): void {
    for (const { statistics } of findings) if (statistics) this.statistics.addParts(statistics);
  }

  private async lookAtAll(task: LookTask): Promise<LookFindings[]> {
    const source = isInAnyOrder(this.file) ? undefined : await openRecords(this.file);
    try {
      await Promise.all(this.lookers.map((looker) => looker.begin(task)));
      let batches = this.round(0);
      await this.decode(source, batches);
      for (let number = 1; batches.length > 0; number++) {
        if (this.options.signal?.aborted) throw new AbortedError();
        const next = this.round(number);
        await Promise.all([this.look(task, batches), this.decode(source, next)]);
        batches = next;
      }
      return await Promise.all(this.lookers.map((looker) => looker.end()));
    } finally {
      await source?.close();
    }
  }

  /** The batches of a round, one for each looker as long as points remain. */
  private round(number: number): SlottedBatch[] {
    const { pointCount } = this.file.header;
    const firstSlot = (number * this.threads) % this.slots.length;
    return this.lookers
      .map((_, i) => {
        const first = (number * this.threads + i) * this.batchPoints;
        return { slot: firstSlot + i, first, count: Math.min(this.batchPoints, pointCount - first) };
      })
      .filter(({ count }) => count > 0);
  }

  private async decode(source: RecordSource | undefined, batches: readonly SlottedBatch[]): Promise<void> {
    if (!source) return;
    for (const { slot, first, count } of batches) {
      await source.read(first, count, this.slots[slot].records);
      // Lets messages of the others arrive.
      await setImmediate();
    }
  }

  private async look(task: LookTask, batches: readonly SlottedBatch[]): Promise<void> {
    await Promise.all(batches.map((batch, i) => this.lookers[i].take(batch)));
    if (task.kind !== 'count') await Promise.all(this.lookers.map((looker) => looker.shareIn(batches)));
    for (const { count } of batches) this.done += count;
    const total = (this.options.looks ?? 1) * this.file.header.pointCount;
    this.options.onProgress?.({ task: 'draw', done: this.done, total, unit: 'points' });
  }
}

/** Threads can read only from the disk. */
function threadsFor({ files }: LasFile, { threads, work = Infinity }: CrewOptions): number {
  if (files !== nodeFiles) return 1;
  return threads ?? Math.max(1, Math.min(THREADS_MAX, availableParallelism(), Math.floor(work)));
}
