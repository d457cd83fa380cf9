import { useRef } from 'preact/hooks';
import { DOCK_LEAST, DOCK_MOST } from '../state/dock-height.js';
import type { DockTab, Studio } from '../state/studio.js';
import { later } from '../ui/later.js';
import { Splitter } from '../ui/splitter.js';
import { TabList } from '../ui/tab-list.js';
import { useSize } from '../ui/use-size.js';
import { YamlPanel } from './yaml-panel.js';

const ComparePanel = later(async () => (await import('./compare-panel.js')).ComparePanel);
const LogPanel = later(async () => (await import('./log-panel.js')).LogPanel);
const ProfilePlot = later(async () => (await import('./profile-plot.js')).ProfilePlot);
const SectionPanel = later(async () => (await import('./section-panel.js')).SectionPanel);

const TABS: readonly DockTab[] = ['YAML', 'Profile', 'Section', 'Compare', 'Log'];
/** The text of the survey, a section, a comparison of clouds, and the log. */
export function Dock({ studio }: { studio: Studio }) {
  const { tab, dock } = studio;
  const place = useRef<HTMLElement>(null);
  const size = useSize(place);
  /** From the top of the view, which lies above, to the bottom of the dock. */
  const span = () => {
    const { bottom = 0 } = place.current?.getBoundingClientRect() ?? {};
    const { top = 0 } = document.querySelector('.view')?.getBoundingClientRect() ?? {};
    return { top, bottom };
  };
  // Of what both have now, whatever they may have.
  const { top, bottom } = span();
  const share = bottom > top ? (100 * size.value.height) / (bottom - top) : DOCK_LEAST;
  return (
    <section
      ref={place}
      id="dock"
      class={dock.isTall.value ? 'dock tall' : 'dock'}
      aria-label="Text, profile, section, comparison and log"
    >
      <Splitter
        label="Height of the part below the view"
        controls="dock"
        share={dock.share.value ?? Math.min(DOCK_MOST, Math.max(DOCK_LEAST, share))}
        min={DOCK_LEAST}
        max={DOCK_MOST}
        onChange={(to) => dock.choose(to)}
        span={span}
      />
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
          aria-pressed={dock.isHigh.value}
          aria-label="Taller"
          title="Taller"
          onClick={() => dock.toggle()}
        >
          {dock.isHigh.value ? '▾' : '▴'}
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
  return tab === 'Compare' ? <ComparePanel studio={studio} /> : <LogPanel studio={studio} />;
}
