import { effect, type ReadonlySignal } from '@preact/signals';
import type { SceneLoading } from './scene-loading.js';

/** The longest time for which a scene keeps the page's first picture waiting. */
const PATIENCE_MS = 3000;

interface FirstScene {
  readonly sceneLoading: SceneLoading;
  readonly hasNoScene: ReadonlySignal<boolean>;
}

/** Resolves when the survey's scene can be drawn or there is none, and after three seconds in any case. */
export function firstPicture({ sceneLoading, hasNoScene }: FirstScene): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, PATIENCE_MS);
    const isThere = () =>
      sceneLoading.drawn.value !== undefined || sceneLoading.fault.value !== undefined || hasNoScene.value;
    let end: (() => void) | undefined;
    end = effect(() => {
      if (!isThere()) return;
      clearTimeout(patience);
      resolve();
      end?.();
    });
  });
}
