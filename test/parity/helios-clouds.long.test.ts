import { type Reference, ROUGH, sigma, testClouds } from './helios-cloud-tests.js';

// A million points and more, with noise; without any, as `…_exact`, they are in helios-clouds.test.ts.
const REFERENCES: readonly Reference[] = [
  {
    name: 'tls_toyblocks',
    survey: 'data/surveys/toyblocks/tls_toyblocks.xml',
    ...ROUGH,
    ...sigma(0.005),
    intensities: 0.5,
  },
  {
    name: 'als_toyblocks',
    survey: 'data/surveys/toyblocks/als_toyblocks.xml',
    ...ROUGH,
    ...sigma(0.025),
    intensities: 0.1,
  },
];

testClouds(REFERENCES);
