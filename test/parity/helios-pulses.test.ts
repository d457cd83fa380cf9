import { EXTRACT } from '../support/reference-data.js';
import { describeHeliosPulses } from './helios-pulse-tests.js';

// All pulses of the whole data: helios-pulses.long.test.ts.
describeHeliosPulses(EXTRACT);
