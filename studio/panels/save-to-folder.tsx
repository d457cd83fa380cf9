import { useSignal } from '@preact/signals';
import type { Studio } from '../state/studio.js';
import { Dialog } from '../ui/dialog.js';

/** Copies the outputs of a run to the paths in its survey; asks before it replaces files. Empty without a folder. */
export function SaveToFolder({ studio, run, name }: { studio: Studio; run: string; name: string }) {
  const inTheWay = useSignal<readonly string[] | undefined>(undefined);
  if (studio.backend.saveOutputs === undefined) return null;
  const save = async (force: boolean) => {
    const done = await studio.backend.saveOutputs?.(run, { force });
    inTheWay.value = done && 'exist' in done ? done.exist : undefined;
    if (done && 'saved' in done) {
      studio.messages.settle('save to the folder');
      studio.messages.report(`Saved to the survey's folder: ${done.saved.join(', ')}`);
    }
  };
  const close = () => {
    inTheWay.value = undefined;
  };
  const begin = (force: boolean) =>
    void save(force).catch((error) => studio.messages.fail(error, 'save to the folder'));
  return (
    <>
      <button
        type="button"
        class="row link"
        title="Write the files of this run to where the survey names them"
        onClick={() => begin(false)}
      >
        Save all of {name} to the survey's folder
      </button>
      {inTheWay.value && (
        <Dialog title="Replace files?" onClose={close}>
          <div class="replaced">
            <p>In the survey's folder already, and lost if replaced:</p>
            <ul>
              {inTheWay.value.map((file) => (
                <li key={file}>{file}</li>
              ))}
            </ul>
            <div class="buttons">
              <button type="button" onClick={close}>
                Keep {inTheWay.value.length === 1 ? 'it' : 'them'}
              </button>
              <button type="button" class="run" onClick={() => begin(true)}>
                Replace {inTheWay.value.length === 1 ? 'it' : 'them'}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
