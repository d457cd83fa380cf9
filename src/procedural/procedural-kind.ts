/** The scenes that can be generated. */
export const PROCEDURAL_KINDS = ['forest', 'street', 'room', 'terrain'] as const;

export type ProceduralKind = (typeof PROCEDURAL_KINDS)[number];
