import type { ServerResponse } from 'node:http';
import { frameHead, type WireFrameKind } from '../workbench/frames.js';
import { encodeWire } from '../workbench/wire.js';

/** An answer sent in frames, each as soon as it is ready, at the pace of its reader. */
export class FrameResponse {
  private readonly response: ServerResponse;
  private readonly closed: Promise<void>;
  /** Resolves when there is room again; undefined while there is. */
  private drained: Promise<void> | undefined;

  constructor(response: ServerResponse) {
    this.response = response;
    this.closed = new Promise((resolve) => response.once('close', resolve));
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    response.flushHeaders();
  }

  /** Sends a frame; resolves when there is room for the next, or nobody reads any more. */
  async send(kind: WireFrameKind, value: unknown): Promise<void> {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    const parts = encodeWire(value);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    response.cork();
    response.write(frameHead(kind, length));
    for (const part of parts) response.write(part);
    process.nextTick(() => response.uncork());
    if (response.writableNeedDrain) await Promise.race([this.drain(), this.closed]);
  }

  /** Frames that are not awaited share one wait. */
  private drain(): Promise<void> {
    this.drained ??= new Promise((resolve) => {
      this.response.once('drain', () => {
        this.drained = undefined;
        resolve();
      });
    });
    return this.drained;
  }

  end(): void {
    this.response.end();
  }
}
