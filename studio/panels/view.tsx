import { useEffect, useRef } from 'preact/hooks';
import type { Studio } from '../state/studio.js';
import { listenToPointer } from '../tools/listen-to-pointer.js';
import { placeLabels } from '../view/place-labels.js';
import { showMarks } from '../view/show-marks.js';
import { showStudio } from '../view/show-studio.js';
import { Viewport } from '../view/viewport.js';
import { Legend } from './legend.js';
import { Notice } from './notice.js';

/** The 3-D view, the names in it, and its legend. */
export function View({ studio }: { studio: Studio }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!canvas.current || !labels.current) return;
    const viewport = new Viewport(canvas.current);
    const place = placeLabels(studio, viewport, labels.current);
    viewport.onDrawn = place;
    studio.view = viewport;
    const ends = [
      showStudio(studio, viewport),
      showMarks(studio, viewport),
      listenToPointer(studio, viewport, canvas.current),
    ];
    return () => {
      for (const end of ends) end();
      studio.view = undefined;
    };
  }, [studio]);
  const chosen = studio.selection.value;
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
      <Legend studio={studio} />
      <Notice studio={studio} />
    </main>
  );
}
