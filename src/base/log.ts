/** Messages of the library, which never writes to a console itself. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Discards all messages. */
export const SILENT_LOG: Log = Object.freeze({ info: () => {}, warn: () => {} });

/** A log that passes on each text once. */
export function onceLog(log: Log): Log {
  const said = new Set<string>();
  const once = (pass: (text: string) => void) => (text: string) => {
    if (said.has(text)) return;
    said.add(text);
    pass(text);
  };
  return { info: once((text) => log.info(text)), warn: once((text) => log.warn(text)) };
}

/** Progress of a long task: `done` of `total` in units of `unit`. */
export interface Progress {
  task: string;
  done: number;
  total: number;
  unit: string;
}

/** Called now and then during a long task. */
export type OnProgress = (progress: Progress) => void;
