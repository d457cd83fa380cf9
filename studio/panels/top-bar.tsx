import type { Studio } from '../state/studio.js';
import { dark, setDark } from '../ui/theme.js';
import { RunControls } from './run-controls.js';
import { ToolBar } from './tool-bar.js';

/** Name of the survey, and what is done with all of it. */
export function TopBar({ studio }: { studio: Studio }) {
  const { document, survey } = studio;
  return (
    <header class="top">
      <h1 class="mark">
        subray <span>studio</span>
      </h1>
      {studio.isOpen.value && (
        <>
          <span class="document">
            {studio.file.name.value || (survey.value?.name ?? '')}
            {!document.isSaved.value && <span title="not saved"> ●</span>}
          </span>
          <fieldset class="group" aria-label="Survey">
            <button type="button" onClick={() => studio.begin('New survey', '')}>
              New
            </button>
            <button
              type="button"
              title="Save (Ctrl+S)"
              onClick={() => void studio.file.save().catch((error) => studio.messages.fail(error, 'save'))}
            >
              Save
            </button>
          </fieldset>
          <Steps studio={studio} />
          <ToolBar studio={studio} />
        </>
      )}
      <span class="spring" />
      <button
        type="button"
        class="icon"
        aria-label="Keys"
        title="Keys (?)"
        aria-haspopup="dialog"
        onClick={() => {
          studio.dialog.value = 'keys';
        }}
      >
        ?
      </button>
      <button
        type="button"
        class="icon"
        aria-label={dark.value ? 'Light page' : 'Dark page'}
        onClick={() => setDark(!dark.value)}
      >
        {dark.value ? '☀' : '☾'}
      </button>
      <RunControls studio={studio} />
    </header>
  );
}

function Steps({ studio }: { studio: Studio }) {
  const [undo, redo] = [studio.undoName.value, studio.document.redoName.value];
  return (
    <fieldset class="group" aria-label="Steps">
      <button
        type="button"
        aria-label={undo === undefined ? 'Undo' : `Undo: ${undo}`}
        title={undo === undefined ? 'Undo (Ctrl+Z)' : `Undo: ${undo} (Ctrl+Z)`}
        disabled={undo === undefined}
        onClick={() => studio.undo()}
      >
        ↶
      </button>
      <button
        type="button"
        aria-label={redo === undefined ? 'Redo' : `Redo: ${redo}`}
        title={redo === undefined ? 'Redo (Ctrl+Shift+Z)' : `Redo: ${redo} (Ctrl+Shift+Z)`}
        disabled={redo === undefined}
        onClick={() => studio.redo()}
      >
        ↷
      </button>
    </fieldset>
  );
}
