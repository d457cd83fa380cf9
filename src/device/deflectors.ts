import {
  DEFLECT_CONE,
  DEFLECT_NUTATE,
  DEFLECT_OSCILLATE,
  DEFLECT_PATTERN,
  DEFLECT_REFRACT,
  DEFLECT_STEADY,
  DEFLECT_SWEEP,
  DEFLECT_SWING,
} from './records.generated.js';

/** What deflects a beam on the device, by the names of its texts in `deflectors/`, and its number in PulseProgram.kind. */
export const DEVICE_DEFLECTORS = {
  steady: DEFLECT_STEADY,
  sweep: DEFLECT_SWEEP,
  oscillate: DEFLECT_OSCILLATE,
  swing: DEFLECT_SWING,
  cone: DEFLECT_CONE,
  nutate: DEFLECT_NUTATE,
  refract: DEFLECT_REFRACT,
  pattern: DEFLECT_PATTERN,
} as const;

export type DeviceDeflector = keyof typeof DEVICE_DEFLECTORS;
