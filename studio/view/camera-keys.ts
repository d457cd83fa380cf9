import type { Viewport } from './viewport.js';

/** Radians of a press of an arrow. */
const STEP = Math.PI / 36;
const NEARER = 0.9;

const MOVES: Readonly<Record<string, (viewport: Viewport) => void>> = Object.freeze({
  ArrowLeft: (viewport) => viewport.turn(-STEP, 0),
  ArrowRight: (viewport) => viewport.turn(STEP, 0),
  ArrowUp: (viewport) => viewport.turn(0, STEP),
  ArrowDown: (viewport) => viewport.turn(0, -STEP),
  '+': (viewport) => viewport.approach(NEARER),
  '-': (viewport) => viewport.approach(1 / NEARER),
});

/** Turns the view by the arrows and brings it nearer by + and − while the canvas has the keyboard; returns what ends it. */
export function listenToCameraKeys(viewport: Viewport, canvas: HTMLCanvasElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    move(viewport);
    event.preventDefault();
  };
  canvas.addEventListener('keydown', onKeyDown);
  return () => canvas.removeEventListener('keydown', onKeyDown);
}
