import { z } from 'zod';
import { choiceField, mapField, numberField } from '../../base/yaml/fields.js';
import { HABLE_DEFAULTS } from '../../cloud/tone-mapping/hable-curve.js';
import type { IntensityScale } from '../../cloud/tone-mapping/intensity-scale.js';

/** The survey's `intensity`: the conversion of energy to 16-bit intensity. */

const scale = <Kind extends string>(description: string, kind: Kind) => ({ scale: choiceField(description, [kind]) });

export const intensityField = z
  .discriminatedUnion(
    'scale',
    [
      mapField('amplitude', scale('100 steps a decibel above the detection limit', 'amplitude')),
      mapField(
        'relative reflectance',
        scale('100 steps a decibel above -50 dB of a white flat target at the same range', 'reflectance'),
      ),
      mapField('in proportion to the energy', {
        ...scale('In proportion to the energy', 'linear'),
        full: numberField('Energy written as 65535', { unit: 'J', above: 0, max: 10 }),
      }),
      mapField('8 bits: 0 to 100 per cent diffuse, 101 to 255 retro-reflecting', {
        ...scale('0 to 100: reflectance of a diffuse target in per cent; 101 to 255: retro-reflectors', 'hdl32e'),
        retro: numberField('Energy of an ideal retro-reflector, written as 255, a white target being 1', {
          above: 1,
          max: 1e9,
          usual: [100, 10_000],
        }).default(1000),
      }),
      mapField('a filmic curve, for viewing', {
        ...scale('Filmic curve of the energy relative to a white target at the same range (Hable 2010)', 'hable'),
        exposure: numberField('Factor of the energy before the curve', { above: 0, max: 1e6 }).default(
          HABLE_DEFAULTS.exposure,
        ),
        gamma: numberField("The curve's result is taken to the power of 1/gamma", { min: 0.1, max: 10 }).default(
          HABLE_DEFAULTS.gamma,
        ),
        white: numberField('Energy after exposure that is written as 65535, a white target being 1', {
          above: 0,
          max: 1e6,
        }).default(HABLE_DEFAULTS.white),
      }),
    ],
    { error: 'a map whose scale is amplitude, reflectance, linear, hdl32e or hable' },
  )
  .describe('How energy becomes the 16-bit intensity; absent: amplitude');

/** The intensity scale of a survey. Absent: amplitude. */
export function resolveIntensity(intensity: z.output<typeof intensityField> | undefined): IntensityScale {
  switch (intensity?.scale) {
    case 'linear':
      return { kind: 'linear', full: intensity.full };
    case 'hdl32e':
      return { kind: 'hdl32e', retro: intensity.retro };
    case 'hable': {
      const { exposure, gamma, white } = intensity;
      return { kind: 'hable', exposure, gamma, white };
    }
    default:
      return { kind: intensity?.scale ?? 'amplitude' };
  }
}
