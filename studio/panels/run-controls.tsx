import { useSignal } from '@preact/signals';
import type { Studio } from '../state/studio.js';
import { later } from '../ui/later.js';

/** Runs the survey, or ends that; beside it how it is run, and where else. */
export function RunControls({ studio }: { studio: Studio }) {
  const { clouds, request } = studio;
  return (
    <fieldset class="run-group" aria-label="Run">
      {clouds.isRunning.value ? (
        <button
          type="button"
          class="run stop"
          onClick={() => void clouds.stop().catch((error) => studio.messages.fail(error))}
        >
          {clouds.isStopping.value ? 'Stopping…' : 'Stop'}
        </button>
      ) : (
        <button
          type="button"
          class="run"
          title="Run (Ctrl+Enter)"
          disabled={!request.canAsk.value}
          onClick={() => void request.run().catch((error) => studio.messages.fail(error))}
        >
          Run
        </button>
      )}
      <RunMenu studio={studio} />
    </fieldset>
  );
}

const RunMenuContent = later(async () => (await import('./run-menu.js')).RunMenuContent);

const NAMES = { auto: '', cpu: 'CPU', gpu: 'GPU' } as const;

function RunMenu({ studio }: { studio: Studio }) {
  const isOpen = useSignal(false);
  const engine = studio.engine.value;
  return (
    <>
      <button
        type="button"
        class="run more"
        popovertarget="run-menu"
        aria-label={engine === 'auto' ? 'How to run' : `How to run: ${NAMES[engine]}`}
        title="Engine, and running elsewhere"
      >
        {NAMES[engine]} ▾
      </button>
      <div
        id="run-menu"
        class="run-menu"
        popover="auto"
        role="dialog"
        aria-label="How to run"
        data-open={isOpen.value || undefined}
        onToggle={(event) => {
          isOpen.value = event.newState === 'open';
        }}
        onFocusOut={({ currentTarget, relatedTarget }) => {
          // It lies over what has the keyboard then; its own button closes it, too.
          const isElsewhere = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
          if (isElsewhere && relatedTarget.getAttribute('popovertarget') !== 'run-menu') currentTarget.hidePopover();
        }}
      >
        {isOpen.value && <RunMenuContent studio={studio} />}
      </div>
    </>
  );
}
