import { controlsOf, isUsable } from './focusable.js';

/** An element with the keyboard and the elements around it, from the inside out, each with its number in the next. */
interface Held {
  element: HTMLElement;
  name: string;
  around: readonly { parent: Element; index: number }[];
  /** The row of what is chosen, to which a form belongs; undefined: none is. */
  row?: Held | undefined;
}

/** Rows of what the survey has, of which one is chosen. */
const CHOSEN_ROW = '.outline .row[aria-pressed="true"]';
/** Elements that come and go by themselves, and are left for the place of work. */
const PASSING = '.notices';
/** Keys that only go through the page. */
const GOING = /^(Tab|F6|Shift)$/;

/**
 * Keeps the keyboard on the page: when its element goes away or is disabled, the one in its place gets it, or the one
 * that stands there now. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let held: Held | undefined;
  let isGoing = false;
  /** The last element that was worked with. */
  let worked: HTMLElement | undefined;
  const work = () => {
    if (held && !held.element.closest(PASSING)) worked = held.element;
  };
  const hold = (target: EventTarget | null) => {
    held = target instanceof HTMLElement && target !== document.body ? holdOf(target) : undefined;
    if (!isGoing) work();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    isGoing = GOING.test(key);
    if (!isGoing) work();
  };
  const onPointerDown = () => {
    isGoing = false;
  };
  const onFocusIn = ({ target }: FocusEvent) => hold(target);
  const onFocusOut = () => {
    // It was left on purpose, such as by a click beside all controls, unless it is gone as well.
    setTimeout(() => {
      if (held && document.hasFocus() && isLeft() && isUsable(held.element)) held = undefined;
    });
  };
  const observer = new MutationObserver(() => {
    if (!held || !isLeft() || isUsable(held.element)) return;
    successorOf(held, worked)?.focus();
  });
  hold(document.activeElement);
  addEventListener('focusin', onFocusIn);
  addEventListener('focusout', onFocusOut);
  addEventListener('keydown', onKeyDown, true);
  addEventListener('pointerdown', onPointerDown, true);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', onFocusIn);
    removeEventListener('focusout', onFocusOut);
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('pointerdown', onPointerDown, true);
    observer.disconnect();
  };
}

/** True if no element of the page has the keyboard, or one that has no use for it. */
function isLeft(): boolean {
  const { activeElement: at } = document;
  return at === null || at === document.body || at.matches(':disabled');
}

function holdOf(element: HTMLElement): Held {
  const around: { parent: Element; index: number }[] = [];
  for (let inner: Element = element; inner.parentElement; inner = inner.parentElement)
    around.push({ parent: inner.parentElement, index: [...inner.parentElement.children].indexOf(inner) });
  const row = document.querySelector<HTMLElement>(CHOSEN_ROW);
  return { element, name: nameOf(element), around, row: row && row !== element ? holdOf(row) : undefined };
}

const nameOf = (element: HTMLElement): string => element.getAttribute('aria-label') ?? element.textContent ?? '';

/**
 * The next element for the keyboard, in the nearest surroundings that are left: a control of the same name, the next
 * one, or the one before. After the last notice it is `worked`; after a form, the row of the choice, or of the form.
 */
function successorOf({ element, name, around, row }: Held, worked?: HTMLElement): HTMLElement | undefined {
  for (const { parent, index } of around) {
    if (!isUsable(parent)) continue;
    const same = controlsOf(parent).find((control) => control.tagName === element.tagName && nameOf(control) === name);
    const after = [...parent.children].slice(index).flatMap(controlsOf);
    const before = [...parent.children].slice(0, index).reverse().flatMap(controlsOf);
    const found = [same, ...after, ...before].find((control) => control !== undefined && control !== element);
    if (found) return found;
    if (parent.matches(PASSING)) return worked && isUsable(worked) ? worked : controlsOf(parent.parentElement!)[0];
    // A part of the page where nothing can be done now.
    if (parent instanceof HTMLElement && parent.hasAttribute('tabindex')) return rowInstead(row) ?? parent;
  }
  return undefined;
}

/** The row of what is chosen; of nothing, the one that was, or what stands in its place. */
function rowInstead(before: Held | undefined): HTMLElement | undefined {
  const chosen = document.querySelector<HTMLElement>(CHOSEN_ROW);
  if (chosen || !before) return chosen ?? undefined;
  return isUsable(before.element) ? before.element : successorOf(before);
}
