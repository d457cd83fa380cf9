import { useSignal } from '@preact/signals';
import { commandOf, copyCommand } from '../actions/copy-command.js';
import type { Studio } from '../state/studio.js';

/** The command that runs the survey, to be copied. */
export function CommandLine({ studio }: { studio: Studio }) {
  const outcome = useSignal('');
  const copy = async () => {
    outcome.value = await copyCommand(studio);
  };
  return (
    <>
      <div class="command">
        <code>{commandOf(studio)}</code>
        <button type="button" onClick={() => void copy().catch((error) => studio.messages.fail(error))}>
          Copy
        </button>
      </div>
      <p role="status" class="quiet">
        {outcome.value}
      </p>
    </>
  );
}
