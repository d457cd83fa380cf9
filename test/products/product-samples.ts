import type { ProductKey } from '../../src/products/index.js';
import type { SurveyInput } from '../../src/survey/schema/survey-schema.js';

/** Sections of surveys for each product, in files of an empty folder; their scanner must sample its waveforms. */
export const PRODUCT_SAMPLES: Required<Pick<SurveyInput, ProductKey>> = {
  output: [{ file: 'cloud.laz', boxes: true }],
  frames: { file: 'frames/%03d.pcd', by: 'seconds', duration: 0.02, poses: 'poses.csv' },
  waveforms: 'waves.npz',
  pulses: 'pulses.csv',
  trajectories: { file: 'way.csv', interval: 0.002 },
  tracks: { file: 'tracks.csv', rate: 100 },
};

/** A scanner whose receiver samples. */
export const SAMPLING = { id: 'velodyne-vlp-16', receiver: { sampling: { rate: 1 } } };
