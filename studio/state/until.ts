import { effect, type ReadonlySignal } from '@preact/signals';

/** Resolves when a signal is true: at once if it is. */
export const until = (isTrue: ReadonlySignal<boolean>): Promise<void> =>
  new Promise((resolve) => {
    const end = effect(() => {
      if (!isTrue.value) return;
      resolve();
      queueMicrotask(() => end());
    });
  });
