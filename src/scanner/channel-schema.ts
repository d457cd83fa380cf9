import type { z } from 'zod';
import { listField, mapField, numberField, vectorField } from '../base/yaml/fields.js';
import { isSaidOnce, orientationFields, SAID_ONCE } from '../platform/orientation-schema.js';
import { detectorFields } from './detection-schema.js';

/** Maximum number of lasers of one instrument. */
export const CHANNELS_MAX = 1024;

const ORIGIN_RANGE = { unit: 'm', min: -10, max: 10 };

/** One laser: its place and direction. */
const channelSchema = mapField('one laser', {
  elevation: numberField('Elevation of the undeflected beam', { unit: 'deg', min: -90, max: 90 }).default(0),
  azimuth: numberField('Azimuth of the undeflected beam relative to the head, clockwise from above', {
    unit: 'deg',
    min: -180,
    max: 180,
  }).default(0),
  roll: numberField('Roll about the undeflected beam, right side down', { unit: 'deg', min: -180, max: 180 }).default(
    0,
  ),
  time: numberField('When it fires, from the start of the shot', { unit: 'µs', min: 0, max: 1e6 }).default(0),
  origin: vectorField(
    "Where the beam leaves, in the head's frame (the emitter's, where there is one): right, forward, up",
    ORIGIN_RANGE,
  ).default([0, 0, 0]),
  incident: vectorField('Direction in which light enters the prisms of a Risley deflector: right, forward, up', {
    min: -1e6,
    max: 1e6,
  }).optional(),
  rangeMin: detectorFields.rangeMin.optional(),
  rangeMax: detectorFields.rangeMax.optional(),
});

/** A list of lasers, in the order of their numbers. */
export const channelsSchema = listField(
  'lasers, in the order of their numbers; all fire at every shot',
  channelSchema,
  {
    min: 1,
    max: CHANNELS_MAX,
  },
);

/** The pose of the deflector in the head. */
export const emitterSchema = mapField('the pose of the deflector in the head, with all its lasers', {
  position: vectorField("In the head's frame: right, forward, up", ORIGIN_RANGE).default([0, 0, 0]),
  ...orientationFields,
}).refine(isSaidOnce, SAID_ONCE);

/** The head that turns the deflector. */
export const headSchema = mapField('a head that turns the deflector', {
  axis: vectorField("Axis, in the scanner's frame: right, forward, up", { min: -1e6, max: 1e6 }).default([0, 0, 1]),
  rate: numberField('Rate of rotation; 0: it stands still', { unit: 'deg/s', min: 0, max: 1e6 }),
});

export type ChannelDefinition = z.output<typeof channelSchema>;
export type EmitterDefinition = z.output<typeof emitterSchema>;
