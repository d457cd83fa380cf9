import { controlsOf, isUsable } from './focusable.js';

/** The parts of the page, in the order in which they are gone through. */
const PARTS = ['.top', '.start', '.outline', '.view', '.inspector', '.dock'];

/** The last element with the keyboard, for each part. */
const left = new Map<Element, HTMLElement>();

/** Moves the keyboard to the next part of the page (−1: the one before), to its last place or the first control. */
export function goToPart(by: 1 | -1): void {
  const parts = [...document.querySelectorAll(PARTS.join())].filter((part) => controlsOf(part).length > 0);
  if (parts.length === 0) return;
  const here = parts.findIndex((part) => part.contains(document.activeElement));
  const at = innermost(document.activeElement);
  if (here >= 0 && at instanceof HTMLElement) left.set(parts[here], at);
  // From nowhere on to the first, or back to the last.
  const next = parts.at(here < 0 && by < 0 ? -1 : (here + by) % parts.length);
  if (!next) return;
  const before = left.get(next);
  (before && isUsable(before) ? before : controlsOf(next)[0])?.focus();
}

/** The element with the keyboard, also inside elements that hide theirs, such as the editor of the text. */
const innermost = (element: Element | null): Element | null =>
  element?.shadowRoot?.activeElement ? innermost(element.shadowRoot.activeElement) : element;
