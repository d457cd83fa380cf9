import type { OnProgress, Progress } from './log.js';

/** A function that adds to the finished part of a task, and reports it. */
export function countProgress(
  onProgress: OnProgress | undefined,
  task: Omit<Progress, 'done'>,
): (more: number) => void {
  let done = 0;
  return (more) => {
    done += more;
    onProgress?.({ ...task, done });
  };
}
