import { signal } from '@preact/signals';
import type { DockTab, Studio } from '../state/studio.js';
import { later } from '../ui/later.js';
import { TabList } from '../ui/tab-list.js';
import { YamlPanel } from './yaml-panel.js';

const ComparePanel = later(async () => (await import('./compare-panel.js')).ComparePanel);
const ProfilePlot = later(async () => (await import('./profile-plot.js')).ProfilePlot);
const SectionPanel = later(async () => (await import('./section-panel.js')).SectionPanel);

const TABS: readonly DockTab[] = ['YAML', 'Profile', 'Section', 'Compare', 'Log'];
/** Whether it takes half of the page. */
const isTall = signal(false);

/** The text of the survey, a section, a comparison of clouds, and what was said. */
export function Dock({ studio }: { studio: Studio }) {
  const { tab } = studio;
  return (
    <section class={isTall.value ? 'dock tall' : 'dock'} aria-label="Text, profile, section, comparison and log">
      <div class="dock-head">
        <TabList
          label="Below the view"
          tabs={TABS}
          chosen={tab.value}
          onChoose={(chosen) => {
            tab.value = chosen;
          }}
        />
        <button
          type="button"
          class="icon"
          aria-pressed={isTall.value}
          aria-label="Taller"
          title="Taller"
          onClick={() => {
            isTall.value = !isTall.value;
          }}
        >
          {isTall.value ? '▾' : '▴'}
        </button>
      </div>
      <div role="tabpanel" id={`panel-${tab.value}`} aria-labelledby={`tab-${tab.value}`} class="tab-panel">
        <Panel studio={studio} />
      </div>
    </section>
  );
}

function Panel({ studio }: { studio: Studio }) {
  const tab = studio.tab.value;
  if (tab === 'YAML') return <YamlPanel studio={studio} />;
  if (tab === 'Profile') return <ProfilePlot studio={studio} />;
  if (tab === 'Section') return <SectionPanel studio={studio} />;
  return tab === 'Compare' ? <ComparePanel studio={studio} /> : <Log studio={studio} />;
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
