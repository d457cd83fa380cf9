import { Newest } from '../state/newest.js';
import type { Studio } from '../state/studio.js';
import { scenePlace } from './scene-place.js';

/** Keeps `studio.hover` at the place of the scene under a pointer. */
export class Hover {
  private readonly studio: Studio;
  private isThere = false;
  private readonly places: Newest<{ x: number; y: number }, Studio['hover']['value']>;

  constructor(studio: Studio) {
    this.studio = studio;
    this.places = new Newest(
      (at) => scenePlace(studio, at),
      (place) => this.take(place),
      () => this.take(undefined),
    );
  }

  /** The pointer is at a place of the canvas, CSS pixels. */
  move(at: { x: number; y: number }): void {
    this.isThere = true;
    this.places.ask(at);
  }

  /** The pointer is nowhere. */
  leave(): void {
    this.places.drop();
    this.take(undefined);
    this.isThere = false;
  }

  /** An answer may come after the pointer has left. */
  private take(place: Studio['hover']['value']): void {
    if (this.isThere) this.studio.hover.value = place;
  }
}
