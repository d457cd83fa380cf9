/** The scenes that can be generated. */
export const PROCEDURAL_KINDS = ['forest', 'street', 'room', 'terrain'] as const;

export type ProceduralKind = (typeof PROCEDURAL_KINDS)[number];

/** Limits on the triangles of a scene of each kind. */
interface ProceduralLimits {
  /** With fewer triangles the scene would not be recognizable. */
  minTriangles: number;
  /**
   * With more triangles it would not fit into memory. Forests repeat a few trees, so their limit is hardly relevant.
   */
  maxTriangles: number;
}

export const PROCEDURAL_LIMITS: Readonly<Record<ProceduralKind, ProceduralLimits>> = Object.freeze({
  forest: { minTriangles: 1_000, maxTriangles: 10_000_000_000 },
  street: { minTriangles: 20_000, maxTriangles: 100_000_000 },
  room: { minTriangles: 20_000, maxTriangles: 20_000_000 },
  terrain: { minTriangles: 200, maxTriangles: 50_000_000 },
});
