import { effect } from '@preact/signals';
import { VIEWS } from '../actions/views.js';
import { legName, legsOf } from '../document/edits/index.js';
import type { Notice } from '../state/messages/notice.js';
import type { Studio } from '../state/studio.js';
import type { Eye } from '../view/eye.js';
import { Hover } from './hover.js';
import { clickAt } from './listen-to-pointer.js';
import { selectTool } from './select.js';

/** Pixels that a press of an arrow moves the cross, and each repeat while it is held. */
const [STEP, HELD_STEP] = [8, 24];
/** Pixels to the edges of the canvas that the cross keeps: there the view moves in its place. */
const EDGE = 24;

const MOVES: Readonly<Record<string, readonly [number, number]>> = Object.freeze({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

interface Place {
  x: number;
  y: number;
}

/**
 * Lets the keyboard use tools while the canvas has it: arrows with Shift move a cross, and the view at its edges; the
 * space bar clicks at the cross. It appears with the first such key or a drawing tool. Returns a function that stops
 * it.
 */
export function listenToCross(studio: Studio, eye: Eye, canvas: HTMLCanvasElement): () => void {
  const { cross: at } = studio;
  const hover = new Hover(studio);
  /** Its last place. */
  let last: Place | undefined;
  const show = (to: Place | undefined) => {
    const { width, height } = eye.size;
    const { x, y } = to ?? last ?? { x: width / 2, y: height / 2 };
    last = { x: within(x, width), y: within(y, height) };
    at.value = last;
    hover.move(last);
    return { right: x - last.x, down: y - last.y };
  };
  const hide = () => {
    if (!at.peek()) return;
    at.value = undefined;
    hover.leave();
  };
  const toMiddle = () => {
    last = undefined;
    if (at.peek()) show(undefined);
  };
  const move = ([right, down]: readonly [number, number], by: number) => {
    const from = at.peek();
    const beyond = show(from && { x: from.x + right * by, y: from.y + down * by });
    if (beyond.right !== 0 || beyond.down !== 0) eye.shift(beyond.right, beyond.down);
  };
  const click = async (place: Place) => {
    const before = stateOf(studio);
    await clickAt(studio, place);
    const done = whatWasDone(studio, before);
    if (done !== undefined) studio.messages.announce(done);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = event.shiftKey ? MOVES[event.key] : undefined;
    const place = at.peek();
    if (arrow) move(arrow, event.repeat ? HELD_STEP : STEP);
    else if (event.key === ' ' && !place) show(undefined);
    else if (event.key === ' ' && place) click(place).catch((error) => studio.messages.fail(error));
    else {
      if (event.key === 'Escape' && studio.tool.peek() === selectTool) hide();
      // The centre of attention is in the middle then.
      if (VIEWS.some(({ key }) => key === event.key.toLowerCase())) toMiddle();
      // When a key has turned the view, another place is under the cross.
      if (at.peek()) requestAnimationFrame(() => at.peek() && show(at.peek()));
      return;
    }
    event.preventDefault();
  };
  const isAsked = () => canvas.matches(':focus-visible') && studio.tool.peek() !== selectTool;
  const onFocus = () => isAsked() && show(undefined);
  // A pointer that rests while the page moves below it is not used.
  const onPointerMove = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && hide();
  canvas.addEventListener('keydown', onKeyDown);
  canvas.addEventListener('focus', onFocus);
  canvas.addEventListener('blur', hide);
  canvas.addEventListener('pointermove', onPointerMove);
  const endFollowing = effect(() => {
    if (studio.tool.value !== selectTool && isAsked() && !at.peek()) show(undefined);
  });
  return () => {
    endFollowing();
    hide();
    canvas.removeEventListener('keydown', onKeyDown);
    canvas.removeEventListener('focus', onFocus);
    canvas.removeEventListener('blur', hide);
    canvas.removeEventListener('pointermove', onPointerMove);
  };
}

/** A number of pixels that is not too near to the edges of a canvas of this size. */
const within = (value: number, size: number): number =>
  size < 2 * EDGE ? size / 2 : Math.min(size - EDGE, Math.max(EDGE, value));

/** State that a click may change. */
const stateOf = ({ text, selection, messages }: Studio) => ({
  text: text.peek(),
  chosen: selection.peek(),
  notices: messages.notices.peek(),
});

/** Effect of a click, in words; undefined: a sketch, a measure or a notice announces itself. */
function whatWasDone(studio: Studio, before: ReturnType<typeof stateOf>): string | undefined {
  const { document, clouds } = studio;
  const { text, chosen, notices } = stateOf(studio);
  if (text !== before.text) return document.undoName.value;
  // A notice that is there already is not heard once more.
  if (notices !== before.notices) return sameNotice(before.notices, notices)?.text;
  if (chosen === before.chosen) return undefined;
  if (chosen?.kind === 'leg') return `${legName(legsOf(document.survey)[chosen.leg] ?? {}, chosen.leg)} is chosen`;
  if (chosen?.kind === 'point')
    return `Point ${chosen.point.toLocaleString('en')} of ${clouds.find(chosen.cloud)?.name ?? 'the cloud'} is chosen`;
  return undefined;
}

/** The newest notice, if it was there before. */
function sameNotice(before: readonly Notice[], now: readonly Notice[]): Notice | undefined {
  const newest = now.at(-1);
  return before.some(({ text }) => text === newest?.text) ? newest : undefined;
}
