import { EXACT, type Reference, ROUGH, sigma, testClouds } from './helios-cloud-tests.js';

// Larger ones with noise: helios-clouds.long.test.ts.
const REFERENCES: readonly Reference[] = [
  { name: 'tls_toyblocks_exact', survey: 'exact/tls_toyblocks_exact.xml', ...EXACT },
  { name: 'als_toyblocks_exact', survey: 'exact/als_toyblocks_exact.xml', ...EXACT },
  { name: 'tls_livox_exact', survey: 'exact/tls_livox_exact.xml', ...EXACT, ending: 'xyz' },
  {
    name: 'mls_toyblocks',
    survey: 'data/surveys/toyblocks/mls_toyblocks.xml',
    ...ROUGH,
    ...sigma(0.005),
    intensities: 0.99,
  },
  { name: 'tls_livox', survey: 'data/surveys/demo/tls_livox.xml', ...ROUGH, ...sigma(0.02), intensities: 0.99 },
  {
    name: 'als_interpolated_trajectory',
    survey: 'data/surveys/demo/als_interpolated_trajectory.xml',
    ...ROUGH,
    ...sigma(0.05),
    intensities: 0.1,
  },
  {
    name: 'light_als_toyblocks_multiscanner',
    survey: 'data/surveys/demo/light_als_toyblocks_multiscanner.xml',
    ...ROUGH,
    ...sigma(0.02),
    energy: 'improved',
    intensities: 0.1,
  },
];

testClouds(REFERENCES);
