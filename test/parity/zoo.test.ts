import { compareBeams } from './zoo.js';

// Each pattern, with and without a wide exit; the others are compared in zoo.long.test.ts.
compareBeams(['rings of 19, wide at the exit', 'one subray']);
