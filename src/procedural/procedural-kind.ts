/** The scenes that can be generated. */
export const PROCEDURAL_KINDS = ['forest', 'street', 'room', 'terrain'] as const;

export type ProceduralKind = (typeof PROCEDURAL_KINDS)[number];

/** Triangles of a scene of each kind. */
interface ProceduralLimits {
  /** Fewer would not show what the scene is. */
  minTriangles: number;
  /** More would not fit into memory. Forests repeat a few trees, so that their number hardly needs any. */
  maxTriangles: number;
}

export const PROCEDURAL_LIMITS: Readonly<Record<ProceduralKind, ProceduralLimits>> = Object.freeze({
  forest: { minTriangles: 1_000, maxTriangles: 10_000_000_000 },
  street: { minTriangles: 20_000, maxTriangles: 100_000_000 },
  room: { minTriangles: 20_000, maxTriangles: 20_000_000 },
  terrain: { minTriangles: 200, maxTriangles: 50_000_000 },
});
