import type { Drag } from '../state/pointer/tool.js';
import type { Studio } from '../state/studio.js';
import type { Viewport } from '../view/viewport.js';
import { Hover } from './hover.js';
import { scenePlace } from './scene-place.js';

/** Pixels that the pointer may move between down and up for a click. */
const CLICK_MOVES = 4;

interface Place {
  x: number;
  y: number;
}

/**
 * Gives clicks and drags on the canvas to the tool that is taken, drags that it does not want to the view, and keeps
 * `studio.hover` at the place under the pointer.
 */
export function listenToPointer(studio: Studio, viewport: Viewport, canvas: HTMLCanvasElement): () => void {
  let down: (Place & { drag: Drag | undefined; moved: boolean }) | undefined;
  const placeOf = (event: MouseEvent): Place => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const hover = new Hover(studio);
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = placeOf(event);
    down = { ...at, drag: studio.tool.value.press?.({ studio, at }), moved: false };
    // The view's own listener comes after this one.
    viewport.eye.controls.enabled = down.drag === undefined;
    if (down.drag) canvas.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    const at = placeOf(event);
    if (event.buttons === 0) return hover.move(at);
    if (!down) return;
    down.moved ||= Math.hypot(at.x - down.x, at.y - down.y) > CLICK_MOVES;
    if (down.moved) down.drag?.move(at);
  };
  const onUp = (event: PointerEvent) => {
    const before = down;
    down = undefined;
    viewport.eye.controls.enabled = true;
    if (!before || event.button !== 0) return;
    const doing = before.moved ? before.drag?.end() : clickAt(studio, placeOf(event));
    Promise.resolve(doing).catch((error) => studio.messages.fail(error));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !down?.drag || !down.moved) return;
    // It is for what is dragged, not for the tool.
    event.preventDefault();
    event.stopPropagation();
    down.drag.giveUp();
    down.drag = undefined;
  };
  const onLeave = () => hover.leave();
  const capture = { capture: true };
  canvas.addEventListener('pointerdown', onDown, capture);
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerup', onUp, capture);
  canvas.addEventListener('pointercancel', onUp, capture);
  canvas.addEventListener('pointerleave', onLeave);
  addEventListener('keydown', onKeyDown, capture);
  return () => {
    canvas.removeEventListener('pointerdown', onDown, capture);
    canvas.removeEventListener('pointermove', onMove);
    canvas.removeEventListener('pointerup', onUp, capture);
    canvas.removeEventListener('pointercancel', onUp, capture);
    canvas.removeEventListener('pointerleave', onLeave);
    removeEventListener('keydown', onKeyDown, capture);
  };
}

/** Lets the current tool handle a click at a place of the canvas, CSS pixels. */
export async function clickAt(studio: Studio, at: Place): Promise<void> {
  const tool = studio.tool.value;
  await tool.click({ studio, at, place: await scenePlace(studio, at) });
}
