import { useSignal } from '@preact/signals';
import type { Studio } from '../state/studio.js';

/** The command that runs the survey, to be copied. */
export function CommandLine({ studio }: { studio: Studio }) {
  const { request } = studio;
  const said = useSignal('');
  const copy = async () => {
    said.value = await request.copyCommand();
  };
  return (
    <>
      <div class="command">
        <code>{request.command.value}</code>
        <button type="button" onClick={() => void copy().catch((error) => studio.fail(error))}>
          Copy
        </button>
      </div>
      <p role="status" class="quiet">
        {said.value}
      </p>
    </>
  );
}
