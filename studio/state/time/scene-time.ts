import { signal } from '@preact/signals';

/** The moment at which what moves is drawn. */
export class SceneTime {
  /** Seconds of the scene's clock. */
  readonly now = signal(0);
  readonly isPlaying = signal(false);
  /** Seconds of the clock a second. */
  readonly speed = signal(1);

  /** Goes to a moment, and stays there. */
  goTo(time: number): void {
    this.isPlaying.value = false;
    this.now.value = time;
  }

  /** Plays, or stops. */
  toggle(): void {
    this.isPlaying.value = !this.isPlaying.value;
  }
}
