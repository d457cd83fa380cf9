import { compareBeams } from './zoo.js';

compareBeams(['five drawn in a disc', 'rings of 19', 'six drawn in an ellipse, wide at the exit']);
