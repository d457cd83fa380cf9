import type { ServerResponse } from 'node:http';
import { type FrameKind, frameHead } from '../workbench/frames.js';
import { encodeWire } from '../workbench/wire.js';

/** An answer that is sent in frames, each when it is there, at the pace of its reader. */
export class FrameResponse {
  private readonly response: ServerResponse;
  private readonly closed: Promise<void>;

  constructor(response: ServerResponse) {
    this.response = response;
    this.closed = new Promise((resolve) => response.once('close', resolve));
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    response.flushHeaders();
  }

  /** Sends a frame; resolves when there is room for the next, or nobody reads any more. */
  async send(kind: FrameKind, value: unknown): Promise<void> {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    const parts = encodeWire(value);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    response.cork();
    response.write(frameHead(kind, length));
    for (const part of parts) response.write(part);
    process.nextTick(() => response.uncork());
    if (!response.writableNeedDrain) return;
    await Promise.race([new Promise<void>((resolve) => response.once('drain', resolve)), this.closed]);
  }

  end(): void {
    this.response.end();
  }
}
