import { lookAtCloud } from '../actions/look-at-cloud.js';
import { type Cloud, isComing } from '../state/clouds/cloud.js';
import { cloudNote } from '../state/clouds/cloud-note.js';
import type { Studio } from '../state/studio.js';
import { formatBytes, formatCount } from '../ui/format.js';
import { later } from '../ui/later.js';
import { saveBlob } from '../ui/save-blob.js';

const SaveToFolder = later(async () => (await import('./save-to-folder.js')).SaveToFolder);

/** Lines of an icon: a target. */
const LOOK_AT = 'M8 1v4M8 11v4M1 8h4M11 8h4M8 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7z';

/** The clouds, which can be hidden, saved and removed. */
export function CloudList({ studio }: { studio: Studio }) {
  const { clouds } = studio;
  return (
    <ul class="rows">
      {clouds.all.value.map((cloud) => (
        <CloudRow key={cloud.id} studio={studio} cloud={cloud} />
      ))}
    </ul>
  );
}

function CloudRow({ studio, cloud }: { studio: Studio; cloud: Cloud }) {
  const { clouds } = studio;
  const note = cloudNote(cloud, { text: studio.text.value, number: studio.document.number.value });
  return (
    <li class="cloud">
      <div class="row">
        <label class="cloud-name">
          <input
            type="checkbox"
            checked={cloud.isVisible}
            onChange={({ currentTarget }) => clouds.change(cloud.id, { isVisible: currentTarget.checked })}
          />
          <span class="row-name" title={cloud.name}>
            {cloud.name}
          </span>
        </label>
        <span class="quiet">{formatCount(cloud.points)} points</span>
        <button
          type="button"
          class="icon"
          aria-label={`Look at ${cloud.name}`}
          title={`Look at ${cloud.name}`}
          disabled={cloud.points === 0}
          onClick={() => lookAtCloud(studio, cloud.id)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d={LOOK_AT} fill="none" stroke="currentColor" stroke-width="1.5" />
          </svg>
        </button>
        <button
          type="button"
          class="icon"
          aria-label={`Remove ${cloud.name}`}
          disabled={isComing(cloud)}
          onClick={() => void clouds.remove(cloud.id).catch((error) => studio.messages.fail(error))}
        >
          ✕
        </button>
      </div>
      {note !== '' && (
        <p class={cloud.state === 'stopped' || cloud.state === 'failed' ? 'note' : 'note quiet'}>{note}</p>
      )}
      {cloud.outputs.map((output) => (
        <SaveOutput key={output.name} studio={studio} cloud={cloud} output={output} />
      ))}
      <FilesBeside studio={studio} cloud={cloud} />
      {studio.backend.saveOutputs && cloud.outputs.length > 0 && 'run' in cloud.cloud && (
        <SaveToFolder studio={studio} run={cloud.cloud.run} name={cloud.name} />
      )}
    </li>
  );
}

/** The files of a run beside its clouds, such as the names of its labels. */
function FilesBeside({ studio, cloud }: { studio: Studio; cloud: Cloud }) {
  const { files = [], more = 0 } = cloud.beside ?? {};
  if (files.length === 0) return null;
  return (
    <details>
      <summary>
        {files.length + more} {files.length + more === 1 ? 'file' : 'files'} beside
      </summary>
      {files.map((file) => (
        <SaveOutput key={file.name} studio={studio} cloud={cloud} output={file} />
      ))}
      {more > 0 && <p class="note">{more} more: run the survey by its command to have all of them.</p>}
    </details>
  );
}

function SaveOutput({
  studio,
  cloud,
  output,
}: {
  studio: Studio;
  cloud: Cloud;
  output: { name: string; bytes: number };
}) {
  const { cloud: id } = cloud;
  if (!('run' in id)) return null;
  const { name, bytes } = output;
  const save = () =>
    studio.backend.file(id.run, name).then(
      (blob) => saveBlob(blob, name),
      (error) => studio.messages.fail(error),
    );
  return (
    <button type="button" class="row link" onClick={() => void save()}>
      <span class="row-name" title={name}>
        Save {name}
      </span>
      <span class="quiet">{formatBytes(bytes)}</span>
    </button>
  );
}
