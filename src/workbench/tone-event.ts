import type { IntensityTone } from '../cloud/display/intensity-tone.js';

/** The tone of a cloud's intensities, sent before its first point. */
export interface ToneEvent {
  kind: 'tone';
  tone: IntensityTone;
}
