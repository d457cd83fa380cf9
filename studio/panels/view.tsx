import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Studio } from '../state/studio.js';
import { measureTool } from '../tools/measure.js';
import { later } from '../ui/later.js';
import { Notices } from './notice.js';
import { ViewTools } from './view-tools.js';

const Legend = later(async () => (await import('./legend.js')).Legend);
const MeasureBox = later(async () => (await import('./measure-box.js')).MeasureBox);
const ViewScale = later(async () => (await import('./view-scale.js')).ViewScale);

/** What draws in three dimensions, most of the page's code: loaded from the first moment on, while the rest is already there. */
const opening = import('./open-view.js');

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
      (error) => studio.fail(error),
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
      <canvas ref={canvas} tabIndex={0} aria-label="3-D view of the scene, its legs and its clouds" />
      <div class="labels" ref={labels} aria-hidden="true">
        {studio.survey.value?.legs.map(({ name }, leg) => (
          <span key={name} class={chosen?.kind === 'leg' && chosen.leg === leg ? 'label chosen' : 'label'}>
            {name}
          </span>
        ))}
      </div>
      <p class="earlier" role="status">
        {studio.sceneLoading.leftOut.value.length > 0
          ? 'Without the parts at fault'
          : studio.isEarlier.value && 'As it was before the faults'}
      </p>
      {isOpen.value && (hasPoints || studio.scene.value) && <ViewScale studio={studio} />}
      {hasPoints && <Legend studio={studio} />}
      {studio.tool.value === measureTool && <MeasureBox studio={studio} />}
      <ViewTools studio={studio} />
      <Notices studio={studio} />
    </main>
  );
}
