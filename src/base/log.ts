/** Messages of the library, which never writes to a console itself. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Discards all messages. */
export const SILENT_LOG: Log = Object.freeze({ info: () => {}, warn: () => {} });

/** Progress of a long task: `done` of `total` in units of `unit`. */
export interface Progress {
  task: string;
  done: number;
  total: number;
  unit: string;
}

/** Called now and then during a long task. */
export type OnProgress = (progress: Progress) => void;
