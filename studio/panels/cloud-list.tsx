import type { Run } from '../state/runs.js';
import type { Studio } from '../state/studio.js';
import { formatBytes, formatCount } from '../ui/format.js';
import { saveBlob } from '../ui/save-blob.js';

const STATES: Readonly<Record<Run['state'], string>> = {
  running: 'scanning',
  done: '',
  stopped: 'stopped early: not the whole survey',
  failed: 'failed',
};

/** The clouds, which can be hidden and saved. */
export function CloudList({ studio }: { studio: Studio }) {
  const { runs } = studio;
  return (
    <ul class="rows">
      {runs.all.value.map((run) => (
        <li key={run.id} class="cloud">
          <label class="row">
            <input
              type="checkbox"
              checked={run.isVisible}
              onChange={({ currentTarget }) => runs.change(run.id, { isVisible: currentTarget.checked })}
            />
            <span>{run.name}</span>
            <span class="quiet">{formatCount(run.points)} points</span>
          </label>
          {STATES[run.state] && <p class="note">{STATES[run.state]}</p>}
          {run.outputs.map(({ name, bytes }) => (
            <button
              type="button"
              class="row link"
              key={name}
              onClick={() =>
                void studio.backend.file(run.id, name).then(
                  (blob) => saveBlob(blob, name),
                  (error) => studio.fail(error),
                )
              }
            >
              <span>Save {name}</span>
              <span class="quiet">{formatBytes(bytes)}</span>
            </button>
          ))}
        </li>
      ))}
    </ul>
  );
}
