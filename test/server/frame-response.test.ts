import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { FrameResponse } from '../../src/server/frame-response.js';
import { FrameReader } from '../../src/workbench/frames.js';
import { decodeWire } from '../../src/workbench/wire.js';

const FRAMES = 64;
const WORDS = 2 ** 18;

let sent = 0;
let latest: { frames: FrameResponse; out: ServerResponse };
const server = createServer(async (_request, response) => {
  sent = 0;
  const frames = new FrameResponse(response);
  latest = { frames, out: response };
  for (; sent < FRAMES; sent++) await frames.send('event', { sent, words: new Uint32Array(WORDS).fill(sent) });
  frames.end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** An answer of 64 MiB, which nobody reads yet. */
async function ask(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve) => get({ host: '127.0.0.1', port }, resolve));
  return response.on('error', () => {}).pause();
}

/** Number of frames sent in the end. */
async function settled(): Promise<number> {
  for (let before = -1; before !== sent; ) {
    before = sent;
    await wait(200);
  }
  return sent;
}

describe('an answer in frames', () => {
  it('waits for its reader, and is then sent whole', async () => {
    const response = await ask();
    expect(await settled()).toBeLessThan(FRAMES / 2);
    const reader = new FrameReader();
    let read = 0;
    for await (const piece of response)
      for (const { kind, content } of reader.take(piece)) {
        expect(kind).toBe('event');
        expect(decodeWire(content)).toMatchObject({ sent: read++ });
      }
    expect([read, reader.isWithin]).toEqual([FRAMES, false]);
  });

  it('does not wait for a reader who is gone', async () => {
    const response = await ask();
    const before = await settled();
    response.destroy();
    expect(await settled()).toBe(FRAMES);
    expect(before).toBeLessThan(FRAMES);
  });

  it('has one listener for its reader, however many frames come at once', async () => {
    const response = await ask();
    await settled();
    const { frames, out } = latest;
    const all = Promise.all(Array.from({ length: 20 }, (_, note) => frames.send('event', { note })));
    expect(out.listenerCount('drain')).toBe(1);
    response.destroy();
    await all;
  });
});
