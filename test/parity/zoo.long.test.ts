import { compareBeams } from './zoo.js';

compareBeams(['rings of 19', 'six drawn in an ellipse, wide at the exit']);
