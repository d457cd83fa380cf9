import { invariant } from '../../base/errors.js';
import type { PointKey } from '../../cloud/point-batch.js';
import { STATISTICS_KEYS, StatisticsCollector } from '../../cloud/statistics.js';
import type { LasFile } from '../../io/las/las-file.js';
import { isInAnyOrder, openRecords } from '../../io/las/open-records.js';
import { PointDecoder } from '../../io/las/point-decoder.js';
import type { RecordSource } from '../../io/las/record-source.js';
import { COLOR_KEYS } from '../cloud/point-colors.js';
import { PointTally } from '../cloud/point-tally.js';
import { SPLAT_KEYS } from '../cloud/prepare-splats.js';
import { SplatShare } from '../cloud/splat-share.js';
import { LOOK_KEYS, type LookSlot } from './look-slot.js';
import type { Looker, LookFindings, LookTask, SlottedBatch } from './looker.js';
import type { Share } from './share.js';

/** A task for one thread. */
interface LookWork {
  /** Columns that it needs. */
  keys: readonly PointKey[];
  take(slot: LookSlot): void;
  shareIn?(slot: LookSlot): void;
  end(): LookFindings;
}

/** A looker in its own thread. Compressed records must already be in the slots, since one thread decodes them. */
export class FileLooker implements Looker {
  private readonly file: LasFile;
  private readonly share: Share;
  private readonly slots: readonly LookSlot[];
  private source: RecordSource | undefined;
  private work: { steps: LookWork; decoder: PointDecoder } | undefined;

  constructor(file: LasFile, share: Share, slots: readonly LookSlot[]) {
    this.file = file;
    this.share = share;
    this.slots = slots;
  }

  async begin(task: LookTask): Promise<void> {
    const steps = workOf(task, this.share);
    this.work = { steps, decoder: new PointDecoder(this.file, steps.keys) };
    if (isInAnyOrder(this.file)) this.source ??= await openRecords(this.file);
  }

  async take({ slot, first, count }: SlottedBatch): Promise<void> {
    const { steps, decoder } = this.underWay();
    const { records, columns } = this.slots[slot];
    await this.source?.read(first, count, records);
    decoder.decode(records, count, columns as Parameters<typeof decoder.decode>[2]);
    steps.take(this.slots[slot]);
  }

  async shareIn(batches: readonly SlottedBatch[]): Promise<void> {
    const { steps } = this.underWay();
    for (const { slot, count } of batches) {
      // Another thread may have read the batch.
      this.slots[slot].columns.count = count;
      steps.shareIn?.(this.slots[slot]);
    }
  }

  async end(): Promise<LookFindings> {
    return this.underWay().steps.end();
  }

  async close(): Promise<void> {
    await this.source?.close();
  }

  private underWay() {
    invariant(this.work, 'a look at a cloud is begun before it goes on');
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
        take: (slot) => {
          statistics.take(slot);
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
          return {};
        },
      };
    }
  }
}

function counting(): LookWork {
  const collector = new StatisticsCollector();
  return {
    keys: STATISTICS_KEYS,
    take: ({ columns }) => collector.add(columns),
    end: () => ({ statistics: collector.parts() }),
  };
}
