import { invariant } from '../../base/errors.js';
import type { PointKey } from '../../cloud/point-batch.js';
import { STATISTICS_KEYS, StatisticsCollector } from '../../cloud/statistics.js';
import { decoderOf, openRecords } from '../../io/clouds/readable-clouds.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import type { RecordDecoder } from '../../io/records/record-decoder.js';
import type { RecordSource } from '../../io/records/record-source.js';
import { COLOR_KEYS } from '../cloud/point-colors.js';
import { PointTally } from '../cloud/point-tally.js';
import { SPLAT_KEYS } from '../cloud/prepare-splats.js';
import { SplatShare } from '../cloud/splat-share.js';
import { BatchRing } from './batch-ring.js';
import { LOOK_KEYS, type LookSlot } from './look-slot.js';
import type { Looker, LookFindings, LookTask } from './looker.js';
import type { Share } from './share.js';

/** A task for one thread. */
interface LookWork {
  /** Columns needed for the task. */
  keys: readonly PointKey[];
  take(slot: LookSlot, batch: number): void;
  shareIn?(slot: LookSlot): void;
  end(): LookFindings;
}

/** Share of one looker in the common work, with the memory that all use. */
export interface LookPlace {
  share: Share;
  slots: readonly LookSlot[];
  /** Memory of a BatchRing. */
  ring: Int32Array;
  /** Points of each batch but the last. */
  batchPoints: number;
}

/** A batch that is being read. */
interface ClaimedBatch {
  batch: number;
  read: Promise<void> | undefined;
}

/**
 * The looker of a thread. Records that can only be read in sequence are in the slots already, unless it looks alone.
 */
export class FileLooker implements Looker {
  private readonly file: ReadableCloud;
  private readonly place: LookPlace;
  private readonly ring: BatchRing;
  /** Called after every batch of which this looker has done its share. */
  private readonly onShared: () => void | Promise<void>;
  private source: RecordSource | undefined;
  private work: { steps: LookWork; decoder: RecordDecoder } | undefined;

  constructor(file: ReadableCloud, place: LookPlace, onShared: () => void | Promise<void> = () => {}) {
    this.file = file;
    this.place = place;
    this.ring = new BatchRing(place.ring, place.share.parts);
    this.onShared = onShared;
  }

  async look(task: LookTask): Promise<void> {
    const { share } = this.place;
    const steps = workOf(task, share);
    this.work = { steps, decoder: decoderOf(this.file, steps.keys) };
    if (this.file.inAnyOrder) this.source ??= await openRecords(this.file);
    else if (share.parts === 1) this.source = await this.reopened();
    await this.lookAtAll(steps);
  }

  /** Claims batches and does its share of all until none is left; the next is read meanwhile. */
  private async lookAtAll(steps: LookWork): Promise<void> {
    const { ring } = this;
    const { part } = this.place.share;
    let claimed: ClaimedBatch | undefined;
    for (;;) {
      const { version } = ring;
      if (ring.isStopped) break;
      claimed ??= this.claim();
      const batch = ring.nextToShare(part);
      if (batch !== undefined) {
        this.shareIn(steps, batch);
        await this.onShared();
      } else if (claimed) {
        await claimed.read;
        this.take(steps, claimed.batch);
        claimed = undefined;
      } else if (ring.isOver(part)) break;
      else await ring.changeSince(version);
    }
    await claimed?.read;
  }

  private claim(): ClaimedBatch | undefined {
    const batch = this.ring.claim();
    if (batch === undefined) return undefined;
    const first = batch * this.place.batchPoints;
    const read = this.source?.read(first, this.countOf(batch), this.slotOf(batch).records);
    // It may fail before it is awaited.
    read?.catch(() => {});
    return { batch, read };
  }

  private take(steps: LookWork, batch: number): void {
    const { decoder } = this.underWay();
    const { records, columns } = this.slotOf(batch);
    const first = batch * this.place.batchPoints;
    decoder.decode(records, this.countOf(batch), columns as Parameters<typeof decoder.decode>[2], first);
    steps.take(this.slotOf(batch), batch);
    this.ring.markTaken(batch);
  }

  private shareIn(steps: LookWork, batch: number): void {
    const slot = this.slotOf(batch);
    // Another thread may have taken the batch.
    slot.columns.count = this.countOf(batch);
    steps.shareIn?.(slot);
    this.ring.markShared(this.place.share.part, batch);
  }

  private slotOf(batch: number): LookSlot {
    return this.place.slots[this.ring.slotOf(batch)];
  }

  private countOf(batch: number): number {
    const { batchPoints } = this.place;
    return Math.min(batchPoints, this.file.pointCount - batch * batchPoints);
  }

  async end(): Promise<LookFindings> {
    const { steps, decoder } = this.underWay();
    return { ...steps.end(), misfits: decoder.misfits.parts() };
  }

  async close(): Promise<void> {
    await this.source?.close();
  }

  /** Records that are read in sequence, from the first on. */
  private async reopened(): Promise<RecordSource> {
    await this.source?.close();
    return openRecords(this.file);
  }

  private underWay() {
    invariant(this.work, 'a look at a cloud is begun before it ends');
    return this.work;
  }
}

function workOf(task: LookTask, share: Share): LookWork {
  switch (task.kind) {
    case 'count':
      return counting();
    case 'gather': {
      const [statistics, tally] = [counting(), new PointTally(task.sums, share)];
      return {
        keys: LOOK_KEYS,
        take: (slot, batch) => {
          statistics.take(slot, batch);
          tally.place(slot.columns, slot.cells);
        },
        shareIn: ({ columns, cells }) => tally.count(columns, cells),
        end: () => ({ ...statistics.end(), counts: tally.counts }),
      };
    }
    case 'draw': {
      const splats = new SplatShare(task.drawing, share);
      return {
        keys: [...SPLAT_KEYS, ...COLOR_KEYS[task.drawing.color]],
        take: ({ columns, looks }) => splats.prepare(columns, looks),
        shareIn: ({ columns, looks }) => splats.splat(columns, looks),
        end: () => {
          splats.develop();
          return { outside: splats.outside };
        },
      };
    }
  }
}

function counting(): LookWork {
  const collector = new StatisticsCollector();
  return {
    keys: STATISTICS_KEYS,
    take: ({ columns }, batch) => collector.add(columns, batch),
    end: () => ({ statistics: collector.parts() }),
  };
}
