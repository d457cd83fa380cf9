import { effect, signal } from '@preact/signals';
import { legsOf, type Point, pointsOf } from '../../document/edits/index.js';
import { Newest } from '../newest.js';
import type { SurveyState } from '../survey/survey-state.js';
import { placesAlong, seenFromAbove } from './along-way.js';
import { checkedLeg, chosenLeg } from './chosen-leg.js';

/** Heights along the way of a leg, an entry a place. Metres. */
export interface HeightProfile {
  /** From the start, seen from above. */
  along: Float64Array;
  /** Heights of the platform and of the ground, in the world; NaN where there is no ground. */
  platform: Float64Array;
  ground: Float64Array;
  /** The points of a path, and the height of the ground below each. */
  points: readonly Point[];
  pointGround: Float64Array;
}

type Page = Pick<SurveyState, 'backend' | 'document' | 'text' | 'survey' | 'scene' | 'selection'>;

/** Heights of the chosen leg above the ground, if it moves. */
export class Profile {
  readonly heights = signal<HeightProfile | undefined>(undefined);

  constructor(page: Page) {
    const asking = new Newest(
      async ({ text, way, points }: Pick<HeightProfile, 'points'> & { text: string; way: Float64Array }) => {
        const { along, places } = placesAlong(way);
        const asked = seenFromAbove([...places, ...points]);
        const { ground } = await page.backend.ask('probe', { text, places: asked });
        const [below, pointGround] = [ground.subarray(0, places.length), ground.subarray(places.length)];
        return { along, platform: Float64Array.from(places, ([, , z]) => z), ground: below, points, pointGround };
      },
      (heights: HeightProfile) => {
        this.heights.value = heights;
      },
      () => {
        this.heights.value = undefined;
      },
    );
    let shown = '';
    effect(() => {
      const leg = chosenLeg(page);
      // Heights of another leg, or over another scene, would be taken for those of this one until they are there.
      const wanted = `${leg} ${page.scene.value?.key}`;
      if (wanted !== shown) this.heights.value = undefined;
      shown = wanted;
      const way = leg === undefined ? undefined : checkedLeg(page, leg)?.way;
      if (leg === undefined || way === undefined || way.length < 6 || page.scene.value === undefined) {
        asking.drop();
        this.heights.value = undefined;
      } else {
        const points = pointsOf(legsOf(page.document.survey)[leg] ?? {}) ?? [];
        asking.ask({ text: page.text.peek(), way, points });
      }
    });
  }
}
