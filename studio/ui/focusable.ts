/** Selector of elements that can have the keyboard. */
const FOCUSABLE = 'button, input, select, textarea, summary, a[href], [tabindex], [contenteditable="true"]';

/** True if an element is on the page, visible and enabled. */
export const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });

const isControl = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(FOCUSABLE) && element.tabIndex >= 0 && isUsable(element);

/** The elements that Tab reaches, of an element and its inside. */
export const controlsOf = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll(FOCUSABLE)].filter(isControl);
