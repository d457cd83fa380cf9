import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { AbortedError, invariant } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import type { OnProgress } from '../../base/log.js';
import { type Box3, emptyBox } from '../../base/vec3.js';
import { type CloudStatistics, StatisticsCollector } from '../../cloud/statistics.js';
import { misfitWarnings } from '../../io/clouds/misfit-warnings.js';
import { readColumns } from '../../io/clouds/read-points.js';
import { openRecords } from '../../io/clouds/readable-clouds.js';
import { batchPointsOf } from '../../io/records/batch-points.js';
import { MisfitTally } from '../../io/records/misfits.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import { boundsOrOrigin, growByPoints, usableBounds } from '../cloud/point-source.js';
import type { CellSums, PointCounts } from '../cloud/point-tally.js';
import { BatchRing } from './batch-ring.js';
import type { Crew, Drawing } from './crew.js';
import { FileLooker } from './file-looker.js';
import { createSlot, type LookSlot } from './look-slot.js';
import type { Looker, LookFindings, LookTask } from './looker.js';
import { startRemoteLooker } from './node-remote-looker.js';

/** Maximum number of threads: more would wait for each other and for the disk, and use memory. */
const THREADS_MAX = 8;
/** A slot for a batch takes some megabytes. */
const BATCH_POINTS = 16_384;
/** Slots for each of several threads: the lead that one may have over another. */
const SLOTS_A_THREAD = 4;

export interface CrewOptions {
  /** Number of threads; by default as many as the machine has, up to eight, and no more than `work` justifies. */
  threads?: number;
  /** Number of threads that the work justifies. */
  work?: number;
  /** Points of a batch at most; 16,384 unless given. */
  batchPoints?: number;
  /** Number of passes over all points, for `onProgress`. */
  looks?: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Findings of a pass over all points. */
export interface Gathered {
  statistics: CloudStatistics;
  /** Oddities of the points, one sentence each. */
  doubts: readonly string[];
}

/** The lookers at a file: this thread and others, or this one alone. The caller that opens a crew closes it. */
export class FileCrew implements Crew {
  private readonly file: ReadableCloud;
  private readonly options: CrewOptions;
  private readonly threads: number;
  private readonly batchPoints: number;
  private readonly slots: LookSlot[];
  private readonly words: Int32Array;
  private readonly ring: BatchRing;
  private readonly lookers: Looker[];
  private readonly statistics = new StatisticsCollector();
  private doubts: readonly string[] = [];
  private looksDone = 0;
  private done = 0;

  constructor(file: ReadableCloud, options: CrewOptions = {}) {
    this.file = file;
    this.options = options;
    this.threads = threadsFor(file, options);
    this.batchPoints = batchPointsOf(file, options.batchPoints ?? BATCH_POINTS);
    const slots = this.threads === 1 ? 2 : SLOTS_A_THREAD * this.threads;
    this.slots = Array.from({ length: slots }, () => createSlot(file, this.batchPoints, this.allocate));
    this.words = new Int32Array(this.allocate(4 * BatchRing.length(this.threads, slots)));
    this.ring = new BatchRing(this.words, this.threads);
    this.lookers = this.startLookers();
  }

  allocate = (bytes: number): ArrayBufferLike =>
    this.threads > 1 ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);

  async bounds(): Promise<Box3> {
    const known = usableBounds(this.file.bounds);
    if (known) return known;
    const box = emptyBox();
    for await (const columns of readColumns(this.file, ['x', 'y', 'z'])) growByPoints(box, columns);
    return boundsOrOrigin(box);
  }

  /** Passes over all points for their statistics alone. */
  async count(): Promise<Gathered> {
    await this.addFindings(await this.lookAtAll({ kind: 'count' }));
    return this.gathered();
  }

  async gather(sums: CellSums): Promise<PointCounts[]> {
    const findings = await this.lookAtAll({ kind: 'gather', sums });
    await this.addFindings(findings);
    return findings.map(({ counts }) => {
      invariant(counts, 'a look at all points counts them');
      return counts;
    });
  }

  async draw(drawing: Drawing): Promise<number[]> {
    const findings = await this.lookAtAll({ kind: 'draw', drawing });
    return drawing.exposures.map((_, k) => findings.reduce((sum, { outside }) => sum + (outside?.[k] ?? 0), 0));
  }

  /** Statistics and doubts from the pass that gathered points. */
  gathered(): Gathered {
    return { statistics: this.statistics.result(), doubts: this.doubts };
  }

  async close(): Promise<void> {
    await Promise.all(this.lookers.map((looker) => looker.close()));
  }

  private startLookers(): Looker[] {
    const { files, ...file } = this.file;
    const { threads, slots, words, batchPoints } = this;
    const places = Array.from({ length: threads }, (_, part) => ({
      share: { part, parts: threads },
      slots,
      ring: words,
      batchPoints,
    }));
    // Unless it decodes, this thread looks too, after it has told the others.
    const remote = threads > 1 && !this.file.inAnyOrder ? threads : threads - 1;
    return places.map((place, part) =>
      part < remote
        ? startRemoteLooker({ file, ...place })
        : new FileLooker({ ...file, files }, place, () => this.pause()),
    );
  }

  private async addFindings(findings: readonly LookFindings[]): Promise<void> {
    const tally = new MisfitTally();
    for (const { statistics, misfits = [] } of findings) {
      if (statistics) this.statistics.addParts(statistics);
      tally.addParts(misfits);
    }
    this.doubts = await misfitWarnings(this.file, tally.parts());
  }

  private async lookAtAll(task: LookTask): Promise<LookFindings[]> {
    const { signal } = this.options;
    const isDecoded = this.threads > 1 && !this.file.inAnyOrder;
    const total = Math.ceil(this.file.pointCount / this.batchPoints);
    if (signal?.aborted) throw new AbortedError();
    this.ring.begin(total, isDecoded ? 0 : total);
    const stop = () => this.ring.stop();
    signal?.addEventListener('abort', stop);
    try {
      const work = this.lookers.map((looker) => looker.look(task));
      if (isDecoded) work.push(this.decode(total));
      await Promise.all(work);
      this.report();
      if (signal?.aborted) throw new AbortedError();
      this.looksDone++;
      return await Promise.all(this.lookers.map((looker) => looker.end()));
    } finally {
      signal?.removeEventListener('abort', stop);
      // After a failure of one, the others need not go on.
      stop();
    }
  }

  /** Puts records that can only be read in sequence into slots, batch by batch, as they become free. */
  private async decode(total: number): Promise<void> {
    const { ring, batchPoints } = this;
    const { pointCount } = this.file;
    const source = await openRecords(this.file);
    try {
      for (let batch = 0; batch < total && !ring.isStopped; ) {
        const { version } = ring;
        if (!ring.isFreeFor(batch)) {
          await ring.changeSince(version);
          continue;
        }
        const first = batch * batchPoints;
        const { records } = this.slots[ring.slotOf(batch)];
        await source.read(first, Math.min(batchPoints, pointCount - first), records);
        ring.makeReady(++batch);
        await this.pause();
      }
    } finally {
      await source.close();
    }
  }

  /** Reports the progress of all lookers, and lets the event loop handle messages. */
  private async pause(): Promise<void> {
    this.report();
    await setImmediate();
  }

  private report(): void {
    const { pointCount } = this.file;
    const done = this.looksDone * pointCount + Math.min(pointCount, this.ring.doneCount * this.batchPoints);
    if (done === this.done) return;
    this.done = done;
    const total = (this.options.looks ?? 1) * pointCount;
    this.options.onProgress?.({ task: 'draw', done, total, unit: 'points' });
  }
}

/** Threads can read only from the disk. */
function threadsFor({ files }: ReadableCloud, { threads, work = Infinity }: CrewOptions): number {
  if (files !== nodeFiles) return 1;
  return threads ?? Math.max(1, Math.min(THREADS_MAX, availableParallelism(), Math.floor(work)));
}
