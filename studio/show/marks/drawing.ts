/** The marks over the scene, except legs: loaded when the first of them is drawn. */
export { drawBeams } from './draw-beams.js';
export { drawCoverage } from './draw-coverage.js';
export { drawHandles } from './draw-handles.js';
export { drawPlan } from './draw-plan.js';
export { drawSketch } from './draw-sketch.js';
