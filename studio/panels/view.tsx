import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Studio } from '../state/studio.js';
import { showStudio } from '../view/show-studio.js';
import { Viewport } from '../view/viewport.js';
import { Legend } from './legend.js';

/** The 3-D view and its legend. */
export function View({ studio }: { studio: Studio }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const viewport = new Viewport(canvas.current);
    return showStudio(studio, viewport, effect);
  }, [studio]);
  return (
    <main class="view">
      <canvas ref={canvas} tabIndex={0} aria-label="3-D view of the scene, its legs and its clouds" />
      <Legend studio={studio} />
    </main>
  );
}
