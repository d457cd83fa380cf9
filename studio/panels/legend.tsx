import type { Studio } from '../state/studio.js';

/** The colours of the clouds. */
export function Legend({ studio }: { studio: Studio }) {
  if (studio.runs.all.value.length === 0) return null;
  return <div class="legend" />;
}
