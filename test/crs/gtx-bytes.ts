interface Grid {
  south: number;
  west: number;
  step?: number;
  rows: readonly (readonly number[])[];
}

/** The bytes of a grid in NOAA's GTX. */
export function gtxBytes({ south, west, step = 1, rows }: Grid): Uint8Array {
  const view = new DataView(new ArrayBuffer(40 + 4 * rows.length * rows[0].length));
  for (const [k, value] of [south, west, step, step].entries()) view.setFloat64(8 * k, value);
  view.setInt32(32, rows.length);
  view.setInt32(36, rows[0].length);
  for (const [k, height] of rows.flat().entries()) view.setFloat32(40 + 4 * k, height);
  return new Uint8Array(view.buffer);
}
