import type { Eye, Place } from './eye.js';

/** Radians of a press of an arrow. */
const STEP = Math.PI / 36;
const NEARER = 0.9;

/** `to`: what is come nearer to. */
const MOVES: Readonly<Record<string, (eye: Eye, to: Place | undefined) => void>> = Object.freeze({
  ArrowLeft: (eye) => eye.turn(-STEP, 0),
  ArrowRight: (eye) => eye.turn(STEP, 0),
  ArrowUp: (eye) => eye.turn(0, STEP),
  ArrowDown: (eye) => eye.turn(0, -STEP),
  '+': (eye, to) => eye.approach(NEARER, to),
  '=': (eye, to) => eye.approach(NEARER, to),
  '-': (eye, to) => eye.approach(1 / NEARER, to),
});

/** Lets arrows turn the view, and + and − move it to or from `pointed`, by the canvas. Returns a stop function. */
export function listenToCameraKeys(
  eye: Eye,
  canvas: HTMLCanvasElement,
  pointed: () => Place | undefined = () => undefined,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    // With Shift, arrows are for what is pointed at.
    if (event.shiftKey && event.key.startsWith('Arrow')) return;
    move(eye, pointed());
    event.preventDefault();
  };
  canvas.addEventListener('keydown', onKeyDown);
  return () => canvas.removeEventListener('keydown', onKeyDown);
}
