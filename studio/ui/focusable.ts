/** What can have the keyboard. */
const FOCUSABLE = 'button, input, select, textarea, summary, a[href], [tabindex], [contenteditable="true"]';

/** Whether an element is on the page, seen, and not switched off. */
export const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });

const isControl = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(FOCUSABLE) && element.tabIndex >= 0 && isUsable(element);

/** What the Tab key reaches of an element and what is in it. */
export const controlsOf = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll(FOCUSABLE)].filter(isControl);
