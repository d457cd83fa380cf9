import { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { choiceField, listField, mapField, numberField, pairField, textField } from '../../base/yaml/fields.js';
import { CHANNELS_MAX } from '../../scanner/channel-schema.js';
import { noteFault, type Reading } from '../resolve/reading.js';
import type { Activity, Interval, Restriction } from '../restriction.js';
import { seedField } from './seed-field.js';

/** The survey's `restrict`: pulses that instruments lose. */

const RESTRICTIONS_MAX = 1000;
const TIME_MAX = 1e9;
const seconds = { unit: 's', min: 0, max: TIME_MAX };
const stretch = { unit: 's', above: 0, max: TIME_MAX };
const share = { min: 0, max: 1 };

const time = z
  .union(
    [
      choiceField('All the time', ['always']),
      mapField('one interval of time', {
        from: numberField('Start, after the first pulse of the survey', seconds),
        to: numberField('End', seconds),
      }),
      mapField('periodic intervals', {
        period: numberField('From one to the next', stretch),
        on: numberField('Duration of each', stretch),
        phase: numberField('When the first begins, after the first pulse of the survey', seconds).default(0),
      }),
      mapField('random intervals', {
        probability: numberField('Share of the stretches in which it holds', share),
        duration: numberField('Duration of an interval', stretch),
        seed: seedField('Other seeds, other stretches').default(1),
      }),
    ],
    { error: 'always, a map with from and to, with period and on, or with probability and duration' },
  )
  .describe('When it holds');

const restriction = mapField('pulses that are lost: those that meet all given conditions', {
  scanner: textField('Name of the scanner; absent: all of them').optional(),
  azimuth: pairField("Beams from the first angle clockwise to the second, in the scanner's frame, 0 is forward", {
    unit: 'deg',
    min: -360,
    max: 720,
  }).optional(),
  elevation: pairField("Beams from the first to the second angle above the scanner's horizontal plane", {
    unit: 'deg',
    min: -90,
    max: 90,
  }).optional(),
  channels: listField(
    'numbers of the lasers, from 0',
    numberField('Number', { whole: true, min: 0, max: CHANNELS_MAX - 1 }),
    {
      min: 1,
      max: CHANNELS_MAX,
    },
  ).optional(),
  share: numberField('Share of the pulses that is lost, each drawn by itself', share).default(1),
  time: time.default('always'),
});

export const restrictSchema = listField('pulses that are lost', restriction, { max: RESTRICTIONS_MAX });

type RestrictionDefinition = z.output<typeof restriction>;

const TURN_DEG = 360;

/**
 * The restrictions in SI units. Notes angles and times in the wrong order, and scanners that are not among `names`,
 * where these are known.
 */
export function resolveRestrictions(
  reading: Reading,
  given: readonly RestrictionDefinition[],
  names: readonly string[] | undefined,
): Restriction[] {
  return given.map((one, k) => {
    const at = ['restrict', k];
    if (one.scanner !== undefined && names?.includes(one.scanner) === false)
      noteFault(reading, [...at, 'scanner'], one.scanner, `the name of a scanner of the survey: ${names.join(', ')}`);
    if (one.azimuth && one.azimuth[1] - one.azimuth[0] > TURN_DEG)
      noteFault(reading, [...at, 'azimuth', 1], one.azimuth[1], 'at most a full turn after the first angle (deg)');
    return {
      scanner: one.scanner,
      azimuth: one.azimuth && interval(reading, one.azimuth, [...at, 'azimuth', 1], acrossForward(one.azimuth)),
      elevation: one.elevation && interval(reading, one.elevation, [...at, 'elevation', 1]),
      channels: one.channels && new Set(one.channels),
      share: one.share,
      active: resolveActivity(reading, one.time, [...at, 'time']),
    };
  });
}

/** The spelling of azimuths that pass a whole turn. */
const acrossForward = ([from, to]: [number, number]): string =>
  to < from && from - to <= TURN_DEG ? `; write [${from}, ${to + TURN_DEG}] for those between` : '';

function interval(reading: Reading, [from, to]: [number, number], at: (string | number)[], advice = ''): Interval {
  if (to < from) noteFault(reading, at, to, `an angle not before the first, which is ${from} (deg)${advice}`);
  return { from: from * DEGREE, to: to * DEGREE };
}

function resolveActivity(reading: Reading, given: RestrictionDefinition['time'], at: (string | number)[]): Activity {
  if (given === 'always') return { kind: 'always' };
  if ('from' in given) {
    if (given.to <= given.from)
      noteFault(reading, [...at, 'to'], given.to, `a time after the start at ${given.from} (s)`);
    return { kind: 'once', ...given };
  }
  if ('probability' in given) return { kind: 'random', ...given };
  if (given.on > given.period) noteFault(reading, [...at, 'on'], given.on, `at most the period of ${given.period} (s)`);
  return { kind: 'periodic', ...given };
}
