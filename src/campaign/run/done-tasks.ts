import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogLine } from './task-log.js';
import { logFolder } from './task-log.js';

/** Milliseconds after which the logs of others are looked at again. */
const PAUSE = 2000;
const NEWLINE = 10;

/**
 * The tasks that all processes of a campaign have done, as far as their logs and this process tell: for progress
 * messages.
 */
export class DoneTasks {
  private readonly folder: string;
  private readonly ids = new Set<string>();
  /** Bytes read of each log. */
  private readonly read = new Map<string, number>();
  private looked = -Infinity;

  constructor(folder: string) {
    this.folder = logFolder(folder);
  }

  add(id: string): void {
    this.ids.add(id);
  }

  /** Their number. Logs are read from where they were left, and not more often than every two seconds. */
  async count(): Promise<number> {
    if (performance.now() - this.looked < PAUSE) return this.ids.size;
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.jsonl'))) await this.readOn(join(this.folder, name));
    this.looked = performance.now();
    return this.ids.size;
  }

  private async readOn(path: string): Promise<void> {
    const from = this.read.get(path) ?? 0;
    const bytes = await bytesFrom(path, from);
    // The line after the last newline is still being written.
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    this.read.set(path, from + end);
    for (const line of new TextDecoder().decode(bytes.subarray(0, end)).split('\n')) this.note(line);
  }

  private note(line: string): void {
    try {
      const { id, failed } = JSON.parse(line) as LogLine;
      if (!failed) this.ids.add(id);
    } catch {
      // A line that a crash cut off.
    }
  }
}

/** The bytes of a file from `from` on; none if it is gone. */
async function bytesFrom(path: string, from: number): Promise<Uint8Array> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return new Uint8Array();
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(new Uint8Array(Math.max(0, size - from)), 0, null, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
