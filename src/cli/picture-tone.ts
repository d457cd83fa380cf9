import { UserError } from '../base/errors.js';
import type { DisplayTone } from '../cloud/tone-mapping/display-tone.js';
import { positiveNumber } from './options.js';

export const TONES = ['linear', 'decibel', 'hable'] as const;

const EXPOSURE = { min: 1e-3, max: 1000 };
const GAMMA = { min: 0.1, max: 10 };

interface ToneArguments {
  color: string;
  tone?: (typeof TONES)[number];
  exposure?: string;
  gamma?: string;
}

/** The requested tone; undefined: the default of the colouring. Throws UserError if it does not apply. */
export function pictureTone({ color, tone, ...texts }: ToneArguments): DisplayTone | undefined {
  if (tone !== undefined && color !== 'intensity' && color !== 'energy')
    throw new UserError('--tone requires --color intensity or --color energy; choose one');
  if (tone !== 'hable') {
    const vain = texts.exposure !== undefined ? 'exposure' : texts.gamma !== undefined ? 'gamma' : undefined;
    if (vain) throw new UserError(`--${vain} requires --tone hable; add that, or leave it out`);
    return tone && { kind: tone };
  }
  const exposure = positiveNumber('exposure', texts.exposure, EXPOSURE);
  const gamma = positiveNumber('gamma', texts.gamma, GAMMA);
  return { kind: 'hable', ...(exposure && { exposure }), ...(gamma && { gamma }) };
}
