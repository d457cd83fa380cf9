import { useEffect, useState } from 'preact/hooks';
import type { Notice } from '../state/messages/notice.js';
import type { Studio } from '../state/studio.js';

/** Milliseconds for which a notice of something done is shown: two lines are read in that time. */
const SHOWN_MS = 6000;

/** Notices below the view, one above the other. */
export function Notices({ studio }: { studio: Studio }) {
  const all = studio.messages.notices.value;
  return (
    <div class="notices">
      {all
        .filter(({ kind }) => kind !== 'done')
        .map((notice) => (
          <div key={notice.text} class={`notice ${notice.kind}`}>
            <span role="alert">{notice.text}</span>
            <Close onClick={() => studio.messages.dismiss((other) => other === notice)} />
          </div>
        ))}
      <Done studio={studio} notice={all.find(({ kind }) => kind === 'done')} />
    </div>
  );
}

/** A notice of something done, for some seconds, and as long as the pointer or the keyboard is on it. */
function Done({ studio, notice }: { studio: Studio; notice: Notice | undefined }) {
  const text = notice?.text;
  const [isHeld, setHeld] = useState(false);
  const close = () => {
    setHeld(false);
    studio.messages.dismiss(({ kind }) => kind === 'done');
  };
  useEffect(() => {
    if (notice === undefined || isHeld) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return (
    <div
      class={text === undefined ? 'notice empty' : 'notice'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span role="status">{text}</span>
      {text !== undefined && <Close onClick={close} />}
    </div>
  );
}

function Close({ onClick }: { onClick(): void }) {
  return (
    <button type="button" class="icon" aria-label="Close" onClick={onClick}>
      ✕
    </button>
  );
}
