import type { Studio } from '../state/studio.js';

/** A sentence about what was just done, until it is read. */
export function Notice({ studio: { notice } }: { studio: Studio }) {
  return (
    <div role="alert" class={notice.value === undefined ? 'notice empty' : 'notice'}>
      {notice.value !== undefined && (
        <>
          <span>{notice.value}</span>
          <button
            type="button"
            class="icon"
            aria-label="Close"
            onClick={() => {
              notice.value = undefined;
            }}
          >
            ✕
          </button>
        </>
      )}
    </div>
  );
}
