import { Newest } from '../state/newest.js';
import type { Studio } from '../state/studio.js';
import { scenePlace } from './scene-place.js';

/** Keeps `studio.hover` at the place of the scene under a pointer. */
export class Hover {
  private readonly studio: Studio;
  private readonly places: Newest<{ x: number; y: number }, Studio['hover']['value']>;

  constructor(studio: Studio) {
    this.studio = studio;
    this.places = new Newest(
      (at) => scenePlace(studio, at),
      (place) => {
        studio.hover.value = place;
      },
      () => {
        studio.hover.value = undefined;
      },
    );
  }

  /** The pointer is at a place of the canvas, CSS pixels. */
  move(at: { x: number; y: number }): void {
    this.places.ask(at);
  }

  /** The pointer is nowhere. */
  leave(): void {
    this.places.drop();
    this.studio.hover.value = undefined;
  }
}
