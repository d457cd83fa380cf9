import type { Selection } from '../state/selection/selection.js';
import type { Studio } from '../state/studio.js';

/** Chooses something, and shows what the inspector says of it. */
export function inspect(studio: Studio, selection: Selection): void {
  studio.selection.value = selection;
  showInspector();
}

/** Scrolls to the inspector, which stands further down where the window is narrow. */
export const showInspector = () => document.querySelector('.inspector')?.scrollIntoView();
