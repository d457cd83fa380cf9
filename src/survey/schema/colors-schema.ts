import { z } from 'zod';
import { choiceField, flagField, mapField, numberField, vectorField } from '../../base/yaml/fields.js';

/** The survey's `colors`: the colours of points. */

/** A hundred suns, more than any exposure needs. */
const LIGHT_MAX = 100;

const light = (description: string) =>
  vectorField(`${description}: red, green, blue, linear; 1 shows a white surface white`, {
    min: 0,
    max: LIGHT_MAX,
  }).optional();

const sun = mapField('the sun', {
  azimuth: numberField('Clockwise from north (+y)', { unit: 'deg', min: -360, max: 360 }).optional(),
  elevation: numberField('Above the horizon', { unit: 'deg', min: 0, max: 90 }).optional(),
  light: light('What a surface that is turned to the sun gets from it'),
});

const lighting = mapField('light', {
  light: choiceField('scanner: a lamp at the scanner, as bright at any range, instead of sun and sky', [
    'scanner',
  ]).optional(),
  sun: sun.optional(),
  sky: light('What a level surface gets from the whole sky'),
  ground: light('What a surface that looks straight down gets from the ground'),
  exposure: numberField('Factor of all light', { above: 0, max: 1e6 }).optional(),
  shadows: flagField('Whether objects between a point and the sun block its light').optional(),
}).refine(({ light, exposure: _, ...daylight }) => light === undefined || Object.keys(daylight).length === 0, {
  error: 'light: scanner without sun, sky, ground and shadows, which it replaces',
});

const word = choiceField(
  'base: the colour of the surface, or of its texture at the hit; shaded: on a clear afternoon',
  ['base', 'shaded'],
);

export const colorsField = z
  .union([word, lighting], {
    error: 'base, shaded, or a map with sun, sky, ground, exposure, shadows, or with light: scanner and exposure',
  })
  .describe('Colours of points; absent: none');
