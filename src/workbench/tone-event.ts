import type { IntensityTone } from '../cloud/display/intensity-tone.js';

/** The tone in which the intensities of a cloud are drawn: told before its first point. */
export interface ToneEvent {
  kind: 'tone';
  tone: IntensityTone;
}
