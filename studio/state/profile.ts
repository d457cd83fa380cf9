import { effect, signal } from '@preact/signals';
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

/** Places along the way at which the ground is asked for. */
const PLACES = 200;

/** How high the chosen leg, if it moves, is above the ground. */
export class Profile {
  readonly heights = signal<HeightProfile | undefined>(undefined);

  constructor(studio: Studio) {
    const asking = new Newest(
      async ({ text, way }: { text: string; way: Float64Array }) => {
        const { along, places } = placesAlong(way);
        const flat = places.map(([x, y]) => [x, y]).flat();
        const { ground } = await studio.backend.ask('probe', { text, places: flat });
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

/** Places evenly along a way, and how far along each is. */
function placesAlong(way: Float64Array): { along: Float64Array; places: [number, number, number][] } {
  const lengths = [0];
  for (let k = 3; k < way.length; k += 3)
    lengths.push(lengths[k / 3 - 1] + Math.hypot(way[k] - way[k - 3], way[k + 1] - way[k - 2]));
  const whole = lengths[lengths.length - 1];
  let piece = 1;
  const along = Float64Array.from({ length: PLACES }, (_, k) => (whole * k) / (PLACES - 1));
  const places = Array.from(along, (length): [number, number, number] => {
    while (piece < lengths.length - 1 && lengths[piece] < length) piece++;
    const step = lengths[piece] - lengths[piece - 1];
    const t = step > 0 ? (length - lengths[piece - 1]) / step : 0;
    const at = (axis: number) => way[3 * piece - 3 + axis] + t * (way[3 * piece + axis] - way[3 * piece - 3 + axis]);
    return [at(0), at(1), at(2)];
  });
  return { along, places };
}
