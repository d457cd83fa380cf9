import { VIEWS } from '../actions/views.js';
import type { Studio } from '../state/studio.js';

/** Saves a picture of the view. */
const savePicture = async (studio: Studio): Promise<void> =>
  (await import('../actions/save-picture.js')).savePicture(studio);

/** Buttons for views of the scene, and for a picture of it. */
export function ViewTools({ studio }: { studio: Studio }) {
  if (!studio.isOpen.value) return null;
  return (
    <div class="view-tools">
      {VIEWS.map(({ key, about, icon, look }) => (
        <button
          type="button"
          key={key}
          title={`${about} (${key === 'home' ? 'Home' : key.toUpperCase()})`}
          aria-label={about}
          onClick={() => look(studio)}
        >
          <Icon path={icon} />
        </button>
      ))}
      <button
        type="button"
        title="Save a picture of the view (PNG)"
        aria-label="Save a picture of the view"
        onClick={() => void savePicture(studio).catch((error) => studio.messages.fail(error))}
      >
        <Icon path="M2 4.5h3L6.2 3h3.6L11 4.5h3v8.5H2zM8 11a2.4 2.4 0 1 0 0-4.8A2.4 2.4 0 0 0 8 11z" />
      </button>
    </div>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
