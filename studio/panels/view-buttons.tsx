import type { Studio } from '../state/studio.js';
import { VIEWS } from '../state/views.js';

/** Where to look from. */
export function ViewButtons({ studio }: { studio: Studio }) {
  if (!studio.isOpen.value) return null;
  return (
    <fieldset class="group view-buttons" aria-label="Look at">
      {VIEWS.map((view) => (
        <button
          type="button"
          key={view.name}
          title={`${view.about} (${view.key === 'home' ? 'Home' : view.key.toUpperCase()})`}
          onClick={() => view.look(studio)}
        >
          {view.name}
        </button>
      ))}
    </fieldset>
  );
}
