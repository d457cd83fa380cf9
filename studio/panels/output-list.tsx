import { addOutput, freshFile, outputsOf } from '../document/edits/index.js';
import type { Studio } from '../state/studio.js';
import { inspect } from './inspect.js';

/** The clouds that the survey writes, one of which is chosen. */
export function OutputList({ studio }: { studio: Studio }) {
  const { selection } = studio;
  const outputs = outputsOf(studio.document.survey);
  if (outputs.length === 0) return <p class="row quiet">Nothing is written: add a file.</p>;
  return (
    <ul class="rows">
      {outputs.map(({ file, fields }, index) => (
        <li key={index}>
          <button
            type="button"
            class="row"
            aria-pressed={selection.value?.kind === 'output' && selection.value.output === index}
            onClick={() => inspect(studio, { kind: 'output', output: index })}
          >
            <span class="row-name" title={file}>
              {file || '(no file)'}
            </span>
            <span class="quiet">{typeof fields === 'string' ? fields : ''}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Adds a cloud to write, and chooses it. */
export function addCloudOutput(studio: Studio): void {
  studio.edit((text) => addOutput(text, freshFile(text, studio.name, '.laz')));
  inspect(studio, { kind: 'output', output: outputsOf(studio.document.survey).length - 1 });
}
