// The CPU engine's device program. Stages in the order in which a pulse meets them.

export { bindScene } from './scene';
export { bindRun } from './run';
export { bindShadows, bindWork } from './work';

export { pulse } from './pulse';
export { subray } from './subray';
export { traverse } from './traverse';
export { reflect } from './reflect';
export { echo } from './echo';
export { shade } from './shade';
export { perturb } from './perturb';
export { pack } from './pack';
