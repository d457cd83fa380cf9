import type { OnProgress, Progress } from '../base/log.js';

/** Milliseconds between two events: as often as a person notices. */
const PACE_MS = 50;

/**
 * Reports the progress of some work: the beginning and the end of each of its tasks, and steps between at this pace.
 */
export function emitProgress(emit: (event: { kind: 'progress'; progress: Progress }) => unknown): OnProgress {
  let task: string | undefined;
  let emittedAt = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (progress.task === task && progress.done < progress.total && now - emittedAt < PACE_MS) return;
    task = progress.task;
    emittedAt = now;
    void emit({ kind: 'progress', progress });
  };
}
