import { REFERENCE_DATA } from '../support/reference-data.js';
import { describeHeliosPulses } from './helios-pulse-tests.js';

// The largest that is here: it holds the pulses of the others.
describeHeliosPulses(REFERENCE_DATA[REFERENCE_DATA.length - 1]);
