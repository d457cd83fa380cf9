import type { Studio } from '../state/studio.js';

/** Name of the survey, and what is done with all of it. */
export function TopBar({ studio }: { studio: Studio }) {
  const { runs } = studio;
  const isRunning = runs.isRunning.value;
  const canRun = studio.isOpen.value && studio.faults.value.length === 0 && studio.survey.value !== undefined;
  return (
    <header class="top">
      <h1 class="mark">
        subray <span>studio</span>
      </h1>
      <span class="document">{studio.survey.value?.name ?? ''}</span>
      <span class="spring" />
      {isRunning ? (
        <button type="button" class="run stop" onClick={() => void runs.stop().catch((error) => studio.fail(error))}>
          Stop
        </button>
      ) : (
        <button type="button" class="run" disabled={!canRun} onClick={() => void runs.start()}>
          Run
        </button>
      )}
    </header>
  );
}
