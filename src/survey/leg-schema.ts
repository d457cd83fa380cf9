import { z } from 'zod';
import { listField, mapField, numberField, pairField, textField, vectorField } from '../base/yaml/fields.js';
import { attitudeFields } from '../platform/platform-catalogue.js';

/** The survey's `legs`. */

const COORDINATE_MAX = 1e8;
const coordinate = { unit: 'm', min: -COORDINATE_MAX, max: COORDINATE_MAX };
const seconds = { unit: 's', min: 0, max: 1e9 };

const common = {
  name: textField('Name of the leg; absent: leg 1, leg 2, …').optional(),
  heading: attitudeFields.heading.optional(),
  pitch: attitudeFields.pitch.optional(),
  roll: attitudeFields.roll.optional(),
  azimuth: pairField('Sector that is scanned, [from, to], clockwise from the forward direction; at most a full turn', {
    unit: 'deg',
    min: -360,
    max: 720,
  }).default([0, 360]),
  pause: numberField('Time from the end of the leg before to the start of this one', seconds).optional(),
  startTime: numberField('Adjusted standard GPS time of the first pulse; absent: after the leg before', {
    unit: 's',
    min: -1e9,
    max: 1e10,
  }).optional(),
  pointSourceId: numberField('LAS point source id; absent: the number of the leg, from 1', {
    whole: true,
    min: 1,
    max: 65_535,
  }).optional(),
};

const station = mapField('a station: the scanner stands still', {
  position: vectorField('Where the platform stands', coordinate),
  duration: numberField('How long it scans; absent: one turn', { unit: 's', above: 0, max: 1e6 }).optional(),
  ...common,
});

const straight = mapField('a straight path at constant speed', {
  from: vectorField('Start of the platform', coordinate),
  to: vectorField('End of the platform', coordinate),
  speed: numberField('Speed', { unit: 'm/s', above: 0, max: 10_000 }),
  ...common,
});

export const legsSchema = listField(
  'legs',
  z.union([station, straight], { error: 'a map with position (a station), or with from, to and speed (a path)' }),
  { min: 1, max: 65_535 },
);

export type LegDefinition = z.output<typeof legsSchema>[number];
