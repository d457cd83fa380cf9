/** Triangles of the trees of a scene: of those that a run builds, and of those that it finds in its cache. */
export interface TreeCounts {
  built: number;
  found: number;
}
