import type { Studio } from '../state/studio.js';

/** Lets the browser ask before the page is left or reloaded while something would be lost. */
export function askBeforeLeaving(studio: Studio): void {
  addEventListener('beforeunload', (event) => {
    if (wouldLose(studio)) event.preventDefault();
  });
}

/** True during a run and while something is being drawn: neither is kept. */
export const wouldLose = ({ clouds, sketch }: Studio): boolean => clouds.isRunning.value || sketch.value !== undefined;
