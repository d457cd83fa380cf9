import type { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { numberField, pairField, textField } from '../../base/yaml/fields.js';
import type { Leg } from '../../platform/leg.js';
import { LEG_LIMITS } from '../../platform/leg-limits.js';
import { mountSchema } from '../../platform/platform-schema.js';
import { resolveMount } from '../../platform/resolve-mount.js';
import { noteFault, type Reading } from '../resolve/reading.js';
import { registrationErrorSchema, resolveRegistrationError } from '../schema/pose-error-schema.js';
import { legScannerFields } from './leg-scanners.js';

const FULL_TURN_DEG = 360;
/** Maximum number of turns that a head may make in one leg. */
const LEG_TURNS_MAX = 100;
const AZIMUTH_MAX = FULL_TURN_DEG * (LEG_TURNS_MAX + 1);

/** The keys of every leg, each with an example that changes the pulses, the name or the strip of the leg. */
export const legSettings = {
  name: textField('Name of the leg; absent: leg 1, leg 2, …')
    .optional()
    .meta({ examples: ['north strip'] }),
  strip: textField('Strip to which the leg belongs, where an output has a file for each; absent: the name of the leg')
    .optional()
    .meta({ examples: ['block 3'] }),
  azimuth: pairField(
    'Sector that the head turns through, [from, to], clockwise from the forward direction; backwards if to is the smaller angle',
    { unit: 'deg', min: -AZIMUTH_MAX, max: AZIMUTH_MAX },
  )
    .default([0, 360])
    .meta({ examples: [[0, 90]] }),
  mount: mountSchema.optional().meta({ examples: [{ heading: 10 }] }),
  warmup: numberField('Running time of the scanner when the first pulse leaves', {
    unit: 's',
    min: 0,
    max: 1e6,
  })
    .optional()
    .meta({ examples: [0.5] }),
  pause: numberField('Time from the end of the leg before to the start of this one', { unit: 's', ...LEG_LIMITS.pause })
    .optional()
    .meta({ examples: [2] }),
  startTime: numberField('Adjusted standard GPS time of the first pulse; absent: after the leg before', {
    unit: 's',
    min: -1e9,
    max: 1e10,
  })
    .optional()
    .meta({ examples: [5] }),
  pointSourceId: numberField('LAS point source id; absent: the number of the leg, from 1', {
    whole: true,
    min: 1,
    max: 65_535,
  })
    .optional()
    .meta({ examples: [9] }),
  registrationError: registrationErrorSchema.optional().meta({ examples: [{ position: [0.004, -0.002, 0.001] }] }),
  ...legScannerFields,
};

type LegSettings = z.output<z.ZodObject<typeof legSettings>>;

/**
 * Leg number `index` in SI units, without its path, after a leg that ends at `clock`. Notes faults in `section`, the
 * leg.
 */
export function resolveLegSettings(
  section: Reading,
  leg: LegSettings,
  index: number,
  clock: number,
): Omit<Leg, 'path'> {
  checkSector(section, leg);
  if (leg.startTime !== undefined && leg.pause !== undefined)
    noteFault(section, ['pause'], leg.pause, 'either startTime or pause, not both');
  return {
    name: leg.name ?? `leg ${index + 1}`,
    strip: leg.strip,
    pointSourceId: leg.pointSourceId ?? index + 1,
    azimuthStart: leg.azimuth[0] * DEGREE,
    azimuthEnd: leg.azimuth[1] * DEGREE,
    warmup: leg.warmup,
    mount: leg.mount && resolveMount({}, leg.mount),
    registrationError: leg.registrationError && resolveRegistrationError(leg.registrationError),
    startTime: leg.startTime ?? clock + (leg.pause ?? 0),
  };
}

function checkSector(section: Reading, { azimuth: [from, to] }: LegSettings): void {
  const most = FULL_TURN_DEG * LEG_TURNS_MAX;
  if (to === from) noteFault(section, ['azimuth', 1], to, 'an angle other than the first (deg)');
  else if (Math.abs(to - from) > most)
    noteFault(section, ['azimuth', 1], to, `at most ${LEG_TURNS_MAX} turns, ${most} from the first angle (deg)`);
}
