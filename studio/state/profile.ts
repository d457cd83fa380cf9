import { effect, signal } from '@preact/signals';
import { placesAlong, seenFromAbove } from './along-way.js';
import { chosenLeg } from './chosen-leg.js';
import { Newest } from './newest.js';
import type { Studio } from './studio.js';

/** Heights along the way of a leg, an entry a place. Metres. */
export interface HeightProfile {
  /** From the start, seen from above. */
  along: Float64Array;
  /** Of the platform and of the ground, in the world; NaN where there is no ground. */
  platform: Float64Array;
  ground: Float64Array;
}

/** How high the chosen leg, if it moves, is above the ground. */
export class Profile {
  readonly heights = signal<HeightProfile | undefined>(undefined);

  constructor(studio: Studio) {
    const asking = new Newest(
      async ({ text, way }: { text: string; way: Float64Array }) => {
        const { along, places } = placesAlong(way);
        const { ground } = await studio.backend.ask('probe', { text, places: seenFromAbove(places) });
        return { along, platform: Float64Array.from(places, ([, , z]) => z), ground };
      },
      (heights: HeightProfile) => {
        this.heights.value = heights;
      },
      () => {
        this.heights.value = undefined;
      },
    );
    effect(() => {
      const leg = chosenLeg(studio);
      const way = leg === undefined ? undefined : studio.survey.value?.legs[leg]?.way;
      if (way === undefined || way.length < 6 || studio.scene.value === undefined) {
        asking.drop();
        this.heights.value = undefined;
      } else asking.ask({ text: studio.text.peek(), way });
    });
  }
}
