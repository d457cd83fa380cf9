/** Values that differ by less than this share of a step count as equal: 100°/0.1° is 1000 steps, not 999. */
export const STEP_SLACK = 1e-6;

/** Whole steps in `steps`. */
export const wholeSteps = (steps: number): number => Math.floor(steps + STEP_SLACK);

/** Steps that begin within `steps`. */
export const stepsWithin = (steps: number): number => Math.ceil(steps - STEP_SLACK);

/** Whether `steps` is a whole number. */
export const areWhole = (steps: number): boolean => Math.abs(steps - Math.round(steps)) < STEP_SLACK;
