import type { Eye } from './eye.js';

/** Radians of a press of an arrow. */
const STEP = Math.PI / 36;
const NEARER = 0.9;

const MOVES: Readonly<Record<string, (eye: Eye) => void>> = Object.freeze({
  ArrowLeft: (eye) => eye.turn(-STEP, 0),
  ArrowRight: (eye) => eye.turn(STEP, 0),
  ArrowUp: (eye) => eye.turn(0, STEP),
  ArrowDown: (eye) => eye.turn(0, -STEP),
  '+': (eye) => eye.approach(NEARER),
  '-': (eye) => eye.approach(1 / NEARER),
});

/** Turns the view by the arrows and brings it nearer by + and − while the canvas has the keyboard; returns what ends it. */
export function listenToCameraKeys(eye: Eye, canvas: HTMLCanvasElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    move(eye);
    event.preventDefault();
  };
  canvas.addEventListener('keydown', onKeyDown);
  return () => canvas.removeEventListener('keydown', onKeyDown);
}
