import { useEffect, useState } from 'preact/hooks';
import type { Studio } from '../state/studio.js';

/** Milliseconds for which a notice that does not stay is shown: two lines are read in that time. */
const SHOWN_MS = 6000;

/** What was just done, or went wrong, below the view. What need not stay does so while the pointer or the keyboard is on it. */
export function Notice({ studio: { notice } }: { studio: Studio }) {
  const [isHeld, setHeld] = useState(false);
  const { value: shown } = notice;
  const close = () => {
    setHeld(false);
    notice.value = undefined;
  };
  useEffect(() => {
    if (!shown || shown.stays || isHeld) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, isHeld]);
  return (
    <div
      class={shown === undefined ? 'notice empty' : shown.stays ? 'notice stays' : 'notice'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span role="alert">{shown?.stays && shown.text}</span>
      <span role="status">{shown && !shown.stays && shown.text}</span>
      {shown && (
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          ✕
        </button>
      )}
    </div>
  );
}
