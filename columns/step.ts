// A step of a plan: the treatment of a column.

/** Kinds of steps. */
export const enum StepKind {
  zero,
  as8,
  as16,
  as32,
  as64,
  f64AsF32,
  u16AsF32,
  u16AsU8,
  scaledF32,
  scaledF64,
  multipliedF32,
  addedU32,
  coordinate,
  returns,
  bits,
  angle,
  olderReturns,
  olderClass,
  olderAngle,
}

/** Fields of a step, written and read by src/io/records/record-plan.ts. */
export namespace Step {
  export const SIZE: usize = 144;
  export const kind: usize = 0;
  /** Address of the number of point 0. */
  export const source: usize = 4;
  /** Bytes from the number of a point to that of the next. */
  export const step: usize = 8;
  /** Bytes from the start of a record. */
  export const at: usize = 12;
  /** A second source. */
  export const other: usize = 16;
  /** Numbers that the kind defines: four of f64. */
  export const numbers: usize = 24;
  /** Its findings: three numbers of f64. */
  export const found: usize = 56;
  /** Points by return number: sixteen numbers of u32. */
  export const byReturn: usize = 80;
}

/** Number `k` that the kind defines. */
// @ts-ignore: decorator
@inline
export function numberOf(step: usize, k: usize): f64 {
  return load<f64>(step + (k << 3), Step.numbers);
}

// @ts-ignore: decorator
@inline
export function foundOf(step: usize, k: usize): f64 {
  return load<f64>(step + (k << 3), Step.found);
}

// @ts-ignore: decorator
@inline
export function setFound(step: usize, k: usize, value: f64): void {
  store<f64>(step + (k << 3), value, Step.found);
}

/** Counts a point by its return number, 0 … 15. */
// @ts-ignore: decorator
@inline
export function countReturn(step: usize, number: i32): void {
  const counter = step + (<usize>number << 2);
  store<u32>(counter, load<u32>(counter, Step.byReturn) + 1, Step.byReturn);
}
