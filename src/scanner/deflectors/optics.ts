/**
 * The optics as the device computes them: the name of the texts in wgsl/deflectors/ and wasm/deflectors/, with a row of
 * numbers for each element, by the names of the record's fields (wgsl/records.wgsl); or a direction for every shot.
 */
export type Optics = { optics: string; rows: readonly OpticsRow[] } | { optics: 'pattern'; directions: Float64Array };

/** One record: numbers in SI units by field. */
export type OpticsRow = Readonly<Record<string, number>>;

/** Rotation of an element from shot to shot, and its phase after `shots` of them, both in turns. */
export function turnsOf(turnsPerShot: number, shots: number): { turnsPerShot: number; phase: number } {
  return { turnsPerShot, phase: turnsAfter(turnsPerShot, shots) };
}

/** The fraction of a turn that remains after `shots` shots, 0…1. */
export function turnsAfter(turnsPerShot: number, shots: number): number {
  const turns = turnsPerShot * shots;
  return turns - Math.floor(turns);
}
