import type { Studio } from './studio.js';

/** Has the browser ask before the page is left or loaded again while a run goes on, which would be lost. */
export function askBeforeLeaving({ clouds }: Studio): void {
  addEventListener('beforeunload', (event) => {
    if (clouds.isRunning.value) event.preventDefault();
  });
}
