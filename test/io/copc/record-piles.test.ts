import { expect, it } from 'vitest';
import type { ScratchFile } from '../../../src/base/files/files.js';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { type RecordPile, RecordPiles } from '../../../src/io/copc/record-piles.js';
import { testRandom } from '../../support/random.js';

/** A scratch file in memory, and the most of it that was ever in use. */
async function scratchRoom() {
  const file = await createWebFiles().create('any');
  const use = { opened: 0, end: 0 };
  const openScratch = async (): Promise<ScratchFile> => {
    use.opened++;
    const scratch = await file.openScratch();
    return {
      read: (target, position) => scratch.read(target, position),
      write: (bytes, position) => {
        use.end = Math.max(use.end, position + bytes.length);
        return scratch.write(bytes, position);
      },
    };
  };
  return { room: { openScratch }, use };
}

const RECORD = 7;
const record = (pile: number, number: number) =>
  Uint8Array.from({ length: RECORD }, (_, k) => (pile * 31 + number * 7 + k) & 255);

async function expectAll(pile: RecordPile, name: number, from = 0): Promise<void> {
  const all = await pile.take();
  expect(all.length % RECORD).toBe(0);
  for (let i = 0; i < all.length / RECORD; i++)
    expect([...all.subarray(i * RECORD, (i + 1) * RECORD)]).toEqual([...record(name, from + i)]);
}

it('gives back the records of each pile in their order, whatever memory holds', async () => {
  for (const memoryBytes of [0, 500, 1e6]) {
    const { room, use } = await scratchRoom();
    const piles = new RecordPiles({ memoryBytes, pageBytes: 100 });
    const some = [0, 1, 2].map(() => piles.pile(RECORD));
    const random = testRandom(5);
    for (let k = 0; k < 3000; k++) {
      const name = Math.floor(random() * 3);
      some[name].append(record(name, some[name].count));
      if (k % 10 === 0) await piles.relieve(room);
    }
    expect(use.opened).toBe(memoryBytes === 1e6 ? 0 : 1);
    expect(some.reduce((sum, { count }) => sum + count, 0)).toBe(3000);
    for (const [name, pile] of some.entries()) {
      const read: number[] = [];
      for await (const block of pile.read()) read.push(...block);
      expect(read.length).toBe(pile.bytes);
      await expectAll(pile, name);
      expect(pile.count).toBe(0);
    }
  }
});

it('uses places of the scratch file again: records that move from pile to pile take it once', async () => {
  const { room, use } = await scratchRoom();
  const piles = new RecordPiles({ memoryBytes: 400, pageBytes: 70 });
  const first = piles.pile(RECORD);
  for (let k = 0; k < 5000; k++) {
    first.append(record(0, k));
    await piles.relieve(room);
  }
  const before = use.end;
  const second = piles.pile(RECORD);
  for await (const block of first.drain()) {
    second.append(block);
    await piles.relieve(room);
  }
  expect(use.end).toBeLessThan(before + 1000);
  await expectAll(second, 0);
});
