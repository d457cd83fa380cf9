import { describe, expect, it } from 'vitest';
import type { OutputFile } from '../../../src/base/files/files.js';
import { BlockBuffer } from '../../../src/io/bytes/block-buffer.js';

/** A file that keeps appended bytes, whole blocks at a time; `fault` fails the block of that number. */
function memoryFile(fault = -1) {
  const blocks: number[][] = [];
  let underWay = 0;
  const append = async (bytes: Uint8Array) => {
    expect(++underWay, 'one block is written at a time').toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    underWay--;
    if (blocks.length === fault) throw new Error('the disk is full');
    blocks.push([...bytes]);
  };
  return { file: { append } as unknown as OutputFile, blocks };
}
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, k) => from + k);

describe('blocks in front of a file', () => {
  it('take bytes of any length, and write a block when more comes than fits', async () => {
    const { file, blocks } = memoryFile();
    const buffer = new BlockBuffer(file, 4);
    expect([buffer.position, buffer.free, buffer.view.byteLength]).toEqual([0, 4, 4]);
    await buffer.append(Uint8Array.from(upTo(3)));
    expect([buffer.position, buffer.free]).toEqual([3, 1]);
    await buffer.append(Uint8Array.from([]));
    await buffer.append(Uint8Array.from(upTo(7, 3)));
    await buffer.drain();
    expect(blocks).toEqual([upTo(4), upTo(4, 4), [8, 9]]);
    await buffer.drain();
    expect(blocks).toHaveLength(3);
  });

  it('grow with what comes: a file that fits into the first needs no other', async () => {
    const nowhere = { append: async () => {} } as unknown as OutputFile;
    const buffer = new BlockBuffer(nowhere, 1 << 20);
    const { byteLength } = buffer.view;
    await buffer.append(new Uint8Array(byteLength));
    await buffer.drain();
    expect(buffer.view.byteLength).toBe(byteLength);
    const sizes = [];
    for (let block = 0; block < 4; block++) {
      sizes.push(buffer.view.byteLength);
      await buffer.append(new Uint8Array(buffer.free));
      await buffer.flush();
    }
    expect(sizes).toEqual([1 << 16, 1 << 19, 1 << 20, 1 << 20]);
  });

  it('write nothing before a block is full', async () => {
    const { file, blocks } = memoryFile();
    const buffer = new BlockBuffer(file, 4);
    await buffer.append(Uint8Array.from(upTo(4)));
    await buffer.settle();
    expect([blocks, buffer.free]).toEqual([[], 0]);
  });

  it('take as many whole records at a time as there is room for', async () => {
    const { file, blocks } = memoryFile();
    const buffer = new BlockBuffer(file, 8);
    await buffer.append(Uint8Array.of(99));
    const stored: number[][] = [];
    await buffer.appendRecords(5, 3, (view, at, first, some) => {
      stored.push([at, first, some]);
      for (let k = 0; k < some; k++) for (let byte = 0; byte < 3; byte++) view.setUint8(at + 3 * k + byte, first + k);
    });
    await buffer.drain();
    expect(stored).toEqual([
      [1, 0, 2],
      [0, 2, 2],
      [0, 4, 1],
    ]);
    expect(blocks).toEqual([
      [99, 0, 0, 0, 1, 1, 1],
      [2, 2, 2, 3, 3, 3],
      [4, 4, 4],
    ]);
  });

  it('are filled to the last byte by a record that just fits', async () => {
    const { file, blocks } = memoryFile();
    const buffer = new BlockBuffer(file, 6);
    await buffer.append(Uint8Array.of(1, 2, 3));
    await buffer.appendRecords(1, 3, (view, at) => view.setUint8(at, 4));
    expect(buffer.free).toBe(0);
    await buffer.drain();
    expect(blocks).toEqual([[1, 2, 3, 4, 0, 0]]);
  });

  it('tell of a failed write at the next call, and settle all the same', async () => {
    const { file, blocks } = memoryFile(0);
    const buffer = new BlockBuffer(file, 2);
    await buffer.append(Uint8Array.of(1, 2));
    await buffer.flush();
    // Nobody is there to hear of it yet.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await buffer.settle();
    await expect(buffer.flush()).rejects.toThrow('the disk is full');
    expect(blocks).toEqual([]);
    const late = new BlockBuffer(memoryFile(0).file, 2);
    await late.append(Uint8Array.of(1));
    await expect(late.drain()).rejects.toThrow('the disk is full');
  });
});
