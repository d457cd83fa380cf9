import { AbortedError } from '../../base/errors.js';
import { boundsOf, boundsOrOrigin, type PictureBatch, type PointSource, usableBounds } from '../cloud/point-source.js';
import { PointTally } from '../cloud/point-tally.js';
import { SplatShare } from '../cloud/splat-share.js';
import type { Crew } from './crew.js';
import { WHOLE } from './share.js';

/** One thread that looks at a cloud in memory. Ends with AbortedError when `signal` fires. */
export function soloLooker(source: PointSource, signal?: AbortSignal): Crew {
  const watched = { ...source, batches: () => untilAborted(source.batches(), signal) };
  return {
    allocate: (bytes) => new ArrayBuffer(bytes),
    bounds: async () => usableBounds(source.bounds) ?? boundsOrOrigin(await boundsOf(watched)),
    gather: async (sums) => {
      const tally = new PointTally(sums, WHOLE);
      for await (const batch of watched.batches()) {
        const cells = { density: new Int32Array(batch.count), facing: new Int32Array(batch.count) };
        tally.place(batch, cells);
        tally.count(batch, cells);
      }
      return [tally.counts];
    },
    draw: async (drawing) => {
      const share = new SplatShare(drawing, WHOLE);
      for await (const batch of watched.batches()) {
        const looks = createLooks(batch);
        share.prepare(batch, looks);
        share.splat(batch, looks);
      }
      share.develop();
      return share.outside;
    },
  };
}

const createLooks = ({ count }: PictureBatch) => ({
  color: new Uint32Array(count),
  radius: new Float32Array(count),
  oneSided: new Uint8Array(count),
});

async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  for await (const item of items) {
    if (signal?.aborted) throw new AbortedError();
    yield item;
  }
}
