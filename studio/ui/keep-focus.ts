import { controlsOf, isUsable } from './focusable.js';

/** What has the keyboard, and where it is: the elements around it, from the inside out, each with its number in the next. */
interface Held {
  element: HTMLElement;
  name: string;
  around: readonly { parent: Element; index: number }[];
}

/**
 * Keeps the keyboard on the page: when what has it goes away, or can do nothing any more, what came in its place has it, else what
 * stands there now. Returns what ends it.
 */
export function keepFocus(): () => void {
  let held: Held | undefined;
  const hold = (target: EventTarget | null) => {
    held = target instanceof HTMLElement && target !== document.body ? holdOf(target) : undefined;
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
    successorOf(held)?.focus();
  });
  hold(document.activeElement);
  addEventListener('focusin', onFocusIn);
  addEventListener('focusout', onFocusOut);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', onFocusIn);
    removeEventListener('focusout', onFocusOut);
    observer.disconnect();
  };
}

/** Whether nothing of the page has the keyboard, or what can do nothing with it. */
function isLeft(): boolean {
  const { activeElement: at } = document;
  return at === null || at === document.body || at.matches(':disabled');
}

function holdOf(element: HTMLElement): Held {
  const around: { parent: Element; index: number }[] = [];
  for (let inner: Element = element; inner.parentElement; inner = inner.parentElement)
    around.push({ parent: inner.parentElement, index: [...inner.parentElement.children].indexOf(inner) });
  return { element, name: nameOf(element), around };
}

const nameOf = (element: HTMLElement): string => element.getAttribute('aria-label') ?? element.textContent ?? '';

/** What has the keyboard instead: of the nearest that is left around what had it, a control of the same name, the one that follows, or the one before. */
function successorOf({ element, name, around }: Held): HTMLElement | undefined {
  for (const { parent, index } of around) {
    if (!isUsable(parent)) continue;
    const same = controlsOf(parent).find((control) => control.tagName === element.tagName && nameOf(control) === name);
    const after = [...parent.children].slice(index).flatMap(controlsOf);
    const before = [...parent.children].slice(0, index).reverse().flatMap(controlsOf);
    const found = [same, ...after, ...before].find((control) => control !== undefined && control !== element);
    if (found) return found;
    // A part of the page where nothing can be done now.
    if (parent instanceof HTMLElement && parent.hasAttribute('tabindex')) return parent;
  }
  return undefined;
}
