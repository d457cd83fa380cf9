/** Where the library says what it does; it never writes to a console itself. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Says nothing. */
export const SILENT_LOG: Log = Object.freeze({ info: () => {}, warn: () => {} });

/** How far a long task is: `done` of `total` in units of `unit`. */
export interface Progress {
  task: string;
  done: number;
  total: number;
  unit: string;
}

export type OnProgress = (progress: Progress) => void;
