/**
 * Features that only some runs need, with their names in messages: stages and buffers with `when` exist only in runs
 * with that feature.
 */
export const FEATURES = {
  colors: 'colours',
  samples: 'a sampling receiver',
  waveforms: 'waveforms',
  exits: 'wide exits',
  falloff: 'energies of HELIOS++',
  normals: 'normals of voxels',
  medium: 'single leaves of voxels',
  turbid: 'voxels of mode medium',
  jitter: 'jitter',
  systematicErrors: 'systematic errors',
  truePlaces: 'true positions',
} as const;

export type Feature = keyof typeof FEATURES;
