import type { Studio } from '../state/studio.js';
import type { Selection } from '../state/survey/selection.js';

/** Chooses something, and scrolls to the inspector. */
export function inspect(studio: Studio, selection: Selection): void {
  studio.selection.value = selection;
  showInspector();
}

/** Scrolls to the inspector, which stands further down where the window is narrow. */
export const showInspector = () => document.querySelector('.inspector')?.scrollIntoView();
