// The CPU engine's device program: stages in the order in which a pulse meets them. Each takes the number of the block's first
// pulse and how many pulses (from echo on: returns) it is given, and returns how many things it made.

export { bind } from './bind';

export { pulse } from './pulse';
export { subray } from './subray';
export { traverse } from './traverse';
export { reflect } from './reflect';
export { echo } from './echo';
export { shade } from './shade';
export { perturb } from './perturb';
export { pack } from './pack';
