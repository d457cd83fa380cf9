import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Studio } from '../state/studio.js';
import { measureTool } from '../tools/measure.js';
import { later } from '../ui/later.js';
import { Notices } from './notice.js';
import { ViewTools } from './view-tools.js';

const Legend = later(async () => (await import('./legend.js')).Legend);
const MeasureBox = later(async () => (await import('./measure-box.js')).MeasureBox);
const TimeLine = later(async () => (await import('./time-line.js')).TimeLine);
const ViewScale = later(async () => (await import('./view-scale.js')).ViewScale);

/** The code that draws in three dimensions, most of the page's: loaded from the start, while the rest already works. */
const opening = import('./open-view.js');

/** Instructions for use without a pointer. */
const KEYS =
  'Arrow keys turn it, plus and minus come nearer and go away, arrow keys with Shift move a cross, ' +
  'and the space bar clicks there.';

/** The 3-D view, the names in it, and its legend. */
export function View({ studio }: { studio: Studio }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const isOpen = useSignal(false);
  useEffect(() => {
    let end: (() => void) | undefined = () => {};
    opening.then(
      ({ openView }) => {
        if (!end || !canvas.current || !labels.current) return;
        end = openView(studio, canvas.current, labels.current);
        isOpen.value = true;
      },
      (error) => studio.messages.fail(error),
    );
    return () => {
      end?.();
      end = undefined;
    };
  }, [studio]);
  const chosen = studio.selection.value;
  const hasPoints = studio.clouds.visible.value.some(({ points }) => points > 0);
  return (
    <main class="view">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the view has keys of its own */}
      <canvas
        ref={canvas}
        tabIndex={studio.isOpen.value ? 0 : -1}
        role="application"
        aria-label="3-D view of the scene, its legs and its clouds"
        aria-description={KEYS}
      />
      <p class="view-keys" aria-hidden="true">
        Shift and arrows move a cross, Space clicks; all keys: ?
      </p>
      <div class="labels" ref={labels} aria-hidden="true">
        {studio.survey.value?.legs.map(({ name }, leg) => (
          <span key={name} class={chosen?.kind === 'leg' && chosen.leg === leg ? 'label chosen' : 'label'}>
            {name}
          </span>
        ))}
      </div>
      <CrossMark studio={studio} />
      <p class="earlier" role="status">
        {studio.sceneLoading.isPartly.value
          ? 'Without the parts at fault'
          : studio.isEarlier.value && 'As it was before the faults'}
      </p>
      {isOpen.value && (hasPoints || studio.scene.value) && <ViewScale studio={studio} />}
      {hasPoints && <Legend studio={studio} />}
      {studio.tool.value === measureTool && <MeasureBox studio={studio} />}
      <ViewTools studio={studio} />
      {studio.scene.value?.movers && <TimeLine studio={studio} />}
      <Notices studio={studio} />
    </main>
  );
}

/** The cross that the keyboard moves in the view. */
function CrossMark({ studio: { cross } }: { studio: Studio }) {
  const at = cross.value;
  const mark = useRef<SVGSVGElement>(null);
  // On a page that scrolls, the view may be higher than its visible part.
  useEffect(() => mark.current?.scrollIntoView({ block: 'nearest' }), [at]);
  if (!at) return null;
  return (
    <svg
      ref={mark}
      class="cross"
      viewBox="-20 -20 40 40"
      style={{ transform: `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)` }}
      aria-hidden="true"
    >
      {['around', 'inside'].map((part) => (
        <path key={part} class={part} d="M-18 0h13M5 0h13M0-18v13M0 5v13M-.5 0h1" />
      ))}
    </svg>
  );
}
