/**
 * What deflects the beam as the device computes it: the name of the stage's texts in wgsl/deflectors/ and wasm/deflectors/, and
 * for each of its elements a row of numbers by the names of the record's fields (wgsl/records.wgsl), or a direction for every shot.
 */
export type Optics = { optics: string; rows: readonly OpticsRow[] } | { optics: 'pattern'; directions: Float64Array };

/** One record: numbers in SI units by field. */
export type OpticsRow = Readonly<Record<string, number>>;

/** How far an element turns from shot to shot, and where it stands after `shots` of them, both in turns. */
export function turnsOf(turnsPerShot: number, shots: number): { turnsPerShot: number; phase: number } {
  return { turnsPerShot, phase: turnsAfter(turnsPerShot, shots) };
}

/** What `shots` shots leave of a turn, 0…1. */
export function turnsAfter(turnsPerShot: number, shots: number): number {
  const turns = turnsPerShot * shots;
  return turns - Math.floor(turns);
}
