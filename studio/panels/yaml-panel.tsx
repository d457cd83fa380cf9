import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { YamlEditor } from '../editor/yaml-editor.js';
import { firstPicture } from '../state/scene/first-picture.js';
import type { Studio } from '../state/studio.js';

/** The text of the survey, and its faults, each of which leads to its line. */
export function YamlPanel({ studio }: { studio: Studio }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<YamlEditor | undefined>(undefined);
  useEffect(() => {
    const ends: (() => void)[] = [];
    let isGone = false;
    const open = async () => {
      await firstPicture(studio);
      const { mountEditor } = await import('../editor/yaml-editor.js');
      if (isGone || !host.current) return;
      const mounted = mountEditor(host.current, {
        text: studio.text.peek(),
        label: 'Survey as YAML',
        onChange: (text) => {
          studio.document.type(text);
        },
      });
      editor.current = mounted;
      ends.push(
        effect(() => mounted.setText(studio.text.value)),
        effect(() => mounted.setFaults(studio.faults.value.slice(0, SHOWN_MAX))),
        () => mounted.destroy(),
      );
    };
    open().catch((error) => studio.messages.fail(error));
    return () => {
      isGone = true;
      for (const end of ends) end();
    };
  }, [studio]);
  return (
    <div class="yaml">
      <div class="yaml-editor" ref={host} />
      <Faults studio={studio} goTo={(line, column) => editor.current?.goTo(line, column)} />
    </div>
  );
}

/** Most faults that are listed and underlined: thousands are of no more use, and take seconds. */
const SHOWN_MAX = 100;

function Faults({ studio, goTo }: { studio: Studio; goTo(line: number, column: number | undefined): void }) {
  const faults = studio.faults.value;
  if (faults.length === 0) return null;
  const more = faults.length - SHOWN_MAX;
  return (
    <ul class="faults" aria-label="Faults">
      {faults.slice(0, SHOWN_MAX).map(({ line, column, message }) => (
        <li key={`${line}:${column} ${message}`}>
          <button type="button" onClick={() => line !== undefined && goTo(line, column)}>
            {line !== undefined && <span class="place">{column === undefined ? line : `${line}:${column}`}</span>}
            {message}
          </button>
        </li>
      ))}
      {more > 0 && <li class="more-faults">and {more.toLocaleString('en')} more below</li>}
    </ul>
  );
}
