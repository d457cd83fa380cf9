import { hasAnyPointAtOnce } from '../clouds/any-point-at-once.js';
import { readRecords } from '../clouds/read-points.js';
import { openRecords } from '../clouds/readable-clouds.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { RecordBatch, RecordSource } from '../records/record-source.js';

/** Called with records of requested points: `count` of them from number `first` on, valid until it returns. */
export type OnRecord = (batch: RecordBatch) => void;

/** Largest gap between two requested points that is read over, and most points of a read: some hundred kilobytes. */
const GAP_POINTS = 64;
const RUN_POINTS = 4096;

/**
 * Reads single records of a cloud, and keeps its file open for the next ones. If the file allows access to any point,
 * it reads only those records or their chunk; otherwise everything before them.
 */
export class RecordFetcher {
  private readonly cloud: ReadableCloud;
  private source: Promise<RecordSource> | undefined;
  /** The last request. Requests run one after the other, since a source unpacks one chunk at a time. */
  private last: Promise<void> = Promise.resolve();

  constructor(cloud: ReadableCloud) {
    this.cloud = cloud;
  }

  /** Calls `onRecord` for each of `numbers`, which ascend. */
  fetch(numbers: ArrayLike<number>, onRecord: OnRecord): Promise<void> {
    const work = this.last.then(() =>
      hasAnyPointAtOnce(this.cloud) ? this.pick(numbers, onRecord) : this.passOver(numbers, onRecord),
    );
    this.last = work.catch(() => {});
    return work;
  }

  async close(): Promise<void> {
    await this.last;
    const { source } = this;
    this.source = undefined;
    await source?.then(
      (open) => open.close(),
      () => {},
    );
  }

  private async pick(numbers: ArrayLike<number>, onRecord: OnRecord): Promise<void> {
    if (numbers.length === 0) return;
    this.source ??= openRecords(this.cloud);
    const source = await this.source;
    const { recordLength } = this.cloud;
    for (let k = 0; k < numbers.length; ) {
      const first = numbers[k];
      let end = k + 1;
      while (end < numbers.length && numbers[end] - numbers[end - 1] <= GAP_POINTS && numbers[end] - first < RUN_POINTS)
        end++;
      const count = numbers[end - 1] - first + 1;
      const records = new Uint8Array(count * recordLength);
      await source.read(first, count, records);
      for (; k < end; k++) this.pass({ records, count, first }, numbers[k], onRecord);
    }
  }

  private async passOver(numbers: ArrayLike<number>, onRecord: OnRecord): Promise<void> {
    if (numbers.length === 0) return;
    const [first, end] = [numbers[0], numbers[numbers.length - 1] + 1];
    let k = 0;
    for await (const batch of readRecords(this.cloud, undefined, { first, end }))
      while (k < numbers.length && numbers[k] < batch.first + batch.count) this.pass(batch, numbers[k++], onRecord);
  }

  private pass({ records, first }: RecordBatch, number: number, onRecord: OnRecord): void {
    const at = (number - first) * this.cloud.recordLength;
    onRecord({ records: records.subarray(at, at + this.cloud.recordLength), count: 1, first: number });
  }
}
