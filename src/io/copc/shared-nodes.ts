import { gatherRecords } from '../las/gather-records.js';
import type { NodeSink } from './divide-bucket.js';
import type { NodeTaker } from './node-records.js';
import { type NodeKey, nodeId, parentKey } from './octree-key.js';
import { loadNumber, RECORD_NUMBER_BYTES } from './record-numbers.js';
import type { RecordPile, RecordPiles, ScratchRoom } from './record-piles.js';
import { sortCodes } from './sort-codes.js';

/**
 * Nodes whose points are in several buckets: the parts of each wait until it is complete. Records carry their numbers.
 */
export class SharedNodes {
  private readonly recordBytes: number;
  private readonly piles: RecordPiles;
  private readonly room: ScratchRoom;
  private readonly taker: NodeTaker;
  private readonly waiting = new Map<number, RecordPile>();

  /** For records of `recordBytes` without their numbers. */
  constructor(recordBytes: number, { piles, room }: { piles: RecordPiles; room: ScratchRoom }, taker: NodeTaker) {
    this.recordBytes = recordBytes;
    this.piles = piles;
    this.room = room;
    this.taker = taker;
  }

  /** Takes the nodes of a bucket with these records. */
  sinkOf(bucket: Uint8Array): NodeSink {
    const { stride } = this;
    return {
      add: (key, records) => this.taker.take(key, { bytes: bucket, stride, numbers: records }),
      addPart: (key, records) => this.addTo(key, gatherRecords(bucket, stride, stride, records)),
      isShared: (key) => this.waiting.has(nodeId(key)),
      completeShared: (key, atLeast) => this.complete(key, atLeast),
    };
  }

  private get stride(): number {
    return this.recordBytes + RECORD_NUMBER_BYTES;
  }

  private async addTo(key: NodeKey, records: Uint8Array): Promise<void> {
    const pile = this.waiting.get(nodeId(key)) ?? this.piles.pile(this.stride);
    this.waiting.set(nodeId(key), pile);
    pile.append(records);
    await this.piles.relieve(this.room);
  }

  private async complete(key: NodeKey, atLeast: number): Promise<void> {
    const pile = this.waiting.get(nodeId(key));
    this.waiting.delete(nodeId(key));
    const records = (await pile?.take()) ?? new Uint8Array(0);
    const points = records.length / this.stride;
    if (points < atLeast) await this.addTo(parentKey(key), records);
    else await this.taker.take(key, { bytes: records, stride: this.stride, numbers: this.inOrder(records) });
  }

  /** The records by their numbers in the survey. */
  private inOrder(records: Uint8Array): Uint32Array<ArrayBuffer> {
    const count = records.length / this.stride;
    const high = new Uint32Array(count);
    const low = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const number = loadNumber(records, i * this.stride + this.recordBytes);
      high[i] = Math.floor(number / 2 ** 30);
      low[i] = number % 2 ** 30;
    }
    return sortCodes({ high, low }).record;
  }
}
