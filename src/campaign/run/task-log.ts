import { appendFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolders } from '../../base/files/node-make-folders.js';
import { processTag } from '../../base/files/node-process-tag.js';

/** A line of a log: a task that was run, and its duration. */
export interface LogLine {
  /** ISO 8601, by this machine's clock: for people, nothing depends on it. */
  time: string;
  host: string;
  index: number;
  id: string;
  seconds: number;
  points?: number;
  failed?: true;
}

/** Folder of the logs of processes, a file each. */
export const logFolder = (folder: string): string => join(folder, 'log');

/** Appends to the log of this process in the campaign's folder. */
export class TaskLog {
  private readonly folder: string;
  private ready: Promise<unknown> | undefined;

  constructor(folder: string) {
    this.folder = logFolder(folder);
  }

  async add(line: Omit<LogLine, 'time' | 'host'>): Promise<void> {
    this.ready ??= makeFolders(this.folder);
    await this.ready;
    const whole: LogLine = { time: new Date().toISOString(), host: hostname(), ...line };
    await appendFile(join(this.folder, `${processTag()}.jsonl`), `${JSON.stringify(whole)}\n`);
  }
}
