/** What draws over the scene, apart from the legs: loaded when there is something to draw for the first time. */
export { drawBeams } from './draw-beams.js';
export { drawCoverage } from './draw-coverage.js';
export { drawHandles } from './draw-handles.js';
export { drawPlan } from './draw-plan.js';
export { drawSketch } from './draw-sketch.js';
