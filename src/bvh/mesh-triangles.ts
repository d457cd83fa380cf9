/** The triangles of a mesh: 3 f32 per vertex, 3 corners and a group per triangle. */
export interface MeshTriangles {
  positions: Float32Array;
  indices: Uint32Array;
  triangleGroup: ArrayLike<number>;
}

/** The triangles `numbers` of a mesh. */
export interface MeshPart extends MeshTriangles {
  numbers: Uint32Array;
}
