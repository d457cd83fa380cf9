import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A window in front of the page, which Escape closes; the keyboard stays in it, and returns to where it was. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A window that is taken away while it is open would leave the keyboard nowhere.
    return () => element?.close();
  }, []);
  // Once: the event of a closed window may come after the page was asked for it again.
  const leave = () => {
    if (isLeft.current) return;
    isLeft.current = true;
    onClose();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onCancel={leave} onClose={leave}>
      <header class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="icon" aria-label="Close" onClick={leave}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
