import type { SourcePlace } from '../../base/errors.js';
import type { ClipChoice } from './model-animation.js';

/** How a part plays a clip of its model. */
export interface PartAnimation extends ClipChoice {
  /** Seconds of the clip a second of the scene's clock. */
  speed: number;
  /** Metres of the part's way on which the clip is played once, instead of by the clock; absent: by the clock. */
  stride?: number;
  place: SourcePlace;
}
