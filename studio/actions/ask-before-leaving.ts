import type { Studio } from '../state/studio.js';

/** Has the browser ask before the page is left or loaded again while something would be lost. */
export function askBeforeLeaving(studio: Studio): void {
  addEventListener('beforeunload', (event) => {
    if (wouldLose(studio)) event.preventDefault();
  });
}

/** Whether a run goes on, or something is drawn, which nothing keeps. */
export const wouldLose = ({ clouds, sketch }: Studio): boolean => clouds.isRunning.value || sketch.value !== undefined;
