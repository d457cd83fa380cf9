/** A cell of an octree: its level, from 0, and its place among the 2^level cells along each axis. */
export interface NodeKey {
  level: number;
  x: number;
  y: number;
  z: number;
}

export const ROOT_KEY: Readonly<NodeKey> = Object.freeze({ level: 0, x: 0, y: 0, z: 0 });

/** The cell of `octant`, 0 to 7: bit 0 is x, bit 1 y, bit 2 z. */
export const childKey = ({ level, x, y, z }: NodeKey, octant: number): NodeKey => ({
  level: level + 1,
  x: 2 * x + (octant & 1),
  y: 2 * y + ((octant >> 1) & 1),
  z: 2 * z + (octant >> 2),
});

/** The parent cell. Precondition: it is not the root. */
export const parentKey = ({ level, x, y, z }: NodeKey): NodeKey => ({
  level: level - 1,
  x: x >> 1,
  y: y >> 1,
  z: z >> 1,
});

/** A unique number for each cell of the levels 0 to 17: 1 for the root, and three more bits a level. */
export function nodeId({ level, x, y, z }: NodeKey): number {
  let id = 1;
  for (let above = level - 1; above >= 0; above--)
    id = 8 * id + (((x >> above) & 1) | (((y >> above) & 1) << 1) | (((z >> above) & 1) << 2));
  return id;
}
