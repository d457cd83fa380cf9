/** The steps of a run: the program starts, reads the scene, builds or finds its trees, traces, and writes files. */
export const RUN_STEPS = ['start', 'load', 'build', 'trace', 'write'] as const;

/** Seconds that one core takes for each step of a run. */
export type RunTime = Record<(typeof RUN_STEPS)[number], number>;

/**
 * Seconds that a machine took for each step of its runs, over those of the machine on which the figures below were
 * measured.
 */
export type Paces = Readonly<RunTime>;

/** That machine itself. */
export const MODEL_PACES: Paces = Object.freeze({ start: 1, load: 1, build: 1, trace: 1, write: 1 });

/** A machine of which nothing is known: between that one, and others that took two or three times as long. */
export const UNKNOWN_PACES: Paces = Object.freeze({ start: 1.5, load: 1.5, build: 1.5, trace: 1.5, write: 1.5 });
