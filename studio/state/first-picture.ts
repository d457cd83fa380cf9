import { effect } from '@preact/signals';
import type { Studio } from './studio.js';

/** What the page shows first is not kept waiting longer than this by a scene that takes its time. */
const PATIENCE_MS = 3000;

/** Resolves when the survey's scene is there to be drawn, or there is none to wait for; after three seconds in any case. */
export function firstPicture({ scene, sceneLoading, hasNoScene }: Studio): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, PATIENCE_MS);
    const isThere = () => scene.value !== undefined || sceneLoading.fault.value !== undefined || hasNoScene.value;
    let end: (() => void) | undefined;
    end = effect(() => {
      if (!isThere()) return;
      clearTimeout(patience);
      resolve();
      end?.();
    });
  });
}
