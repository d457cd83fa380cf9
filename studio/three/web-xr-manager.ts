/** In place of three's sessions with a headset: there is none, ever. */
export class WebXRManager {
  readonly enabled = false;
  readonly isPresenting = false;

  addEventListener(): void {}
  removeEventListener(): void {}
  setAnimationLoop(): void {}
  getEnvironmentBlendMode(): void {}
  dispose(): void {}
}
