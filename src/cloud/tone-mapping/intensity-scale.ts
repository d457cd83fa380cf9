import { amplitudeScale } from './amplitude-scale.js';
import type { HableOptions } from './hable-curve.js';
import { hableScale } from './hable-scale.js';
import { linearScale } from './linear-scale.js';
import type { LinkBudget } from './link-budget.js';
import { reflectanceScale } from './reflectance-scale.js';

/**
 * How the energy of a return becomes the 16-bit intensity. amplitude: 100 a decibel above the detection limit; reflectance:
 * 100 a decibel above −50 dB of a white target at the same range; linear: 65535 at `full` joules; hable: a filmic curve.
 */
export type IntensityScale =
  | { kind: 'amplitude' }
  | { kind: 'reflectance' }
  | { kind: 'linear'; full: number }
  | ({ kind: 'hable' } & HableOptions);

/** The intensity, 0 … 65535, of an energy in joules that came from a range in metres. */
export type IntensityOf = (energy: number, range: number) => number;

/** What gives intensities on `scale`. It allocates nothing, and is called once a point. */
export function intensityScale(scale: IntensityScale, budget: LinkBudget): IntensityOf {
  switch (scale.kind) {
    case 'amplitude':
      return amplitudeScale(budget);
    case 'reflectance':
      return reflectanceScale(budget);
    case 'linear':
      return linearScale(scale.full);
    case 'hable':
      return hableScale(scale, budget);
  }
}
