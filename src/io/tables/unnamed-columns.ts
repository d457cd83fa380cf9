/** Names of columns of a file without names: coordinates, an intensity, and others; `#5` is the fifth. */
export const unnamedColumns = ({ length }: { length: number }): string[] =>
  Array.from({ length }, (_, k) => ['x', 'y', 'z', 'intensity'][k] ?? `#${k + 1}`);
