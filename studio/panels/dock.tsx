import { signal } from '@preact/signals';
import type { Studio } from '../state/studio.js';
import { ProfilePlot } from './profile-plot.js';
import { YamlPanel } from './yaml-panel.js';

const TABS = ['YAML', 'Profile', 'Log'] as const;
const open = signal<(typeof TABS)[number]>('YAML');

/** The text of the survey, and what was said. */
export function Dock({ studio }: { studio: Studio }) {
  return (
    <section class="dock" aria-label="Text and log">
      <div role="tablist" class="tabs">
        {TABS.map((tab) => (
          <button
            type="button"
            role="tab"
            key={tab}
            id={`tab-${tab}`}
            aria-selected={open.value === tab}
            aria-controls={`panel-${tab}`}
            onClick={() => {
              open.value = tab;
            }}
          >
            {tab}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`panel-${open.value}`} aria-labelledby={`tab-${open.value}`} class="tab-panel">
        {open.value === 'YAML' && <YamlPanel studio={studio} />}
        {open.value === 'Profile' && <ProfilePlot studio={studio} />}
        {open.value === 'Log' && <Log studio={studio} />}
      </div>
    </section>
  );
}

function Log({ studio }: { studio: Studio }) {
  return (
    <ol class="log" aria-live="off">
      {studio.log.value.map(({ level, time, message }, index) => (
        <li key={index} class={level}>
          <time>{time.toLocaleTimeString('en-GB')}</time> {message}
        </li>
      ))}
    </ol>
  );
}
