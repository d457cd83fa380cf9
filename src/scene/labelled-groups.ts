import type { Piece } from './flatten.js';
import type { LabelCandidate } from './labels.js';
import type { Mesh } from './model.js';
import type { PlacedPart } from './place/place-parts.js';
import type { SurfaceKinds } from './surface-kinds.js';

/** A group of triangles of a part's model, with its names, and what it is in the scene. */
export interface LabelledGroup {
  candidate: LabelCandidate;
  /** Ids of the objects that have it: of all placements. */
  objects: ArrayLike<number>;
  /** Index into `Scene.materials`. */
  material: number;
  /** In one placement. */
  triangles: number;
}

/** The groups of all parts; `pieces` are those of the parts in their order. */
export function labelledGroups(
  parts: readonly PlacedPart[],
  pieces: readonly Piece[],
  kinds: SurfaceKinds,
): LabelledGroup[] {
  let next = 0;
  return parts.flatMap((part) => {
    const { description, model, transforms } = part;
    const isOnce = description.placement.kind === 'once';
    const own = pieces.slice(next, next + (isOnce ? model.instances.length : transforms.length));
    next += own.length;
    // All placements have the same groups, each placement is one object.
    const placed = isOnce ? undefined : Uint32Array.from(own, ({ surfaces: [surface] }) => surface?.instance ?? 0);
    return model.instances.flatMap((instance, k) => {
      const counts = trianglesByGroup(model.meshes[instance.mesh]);
      const surfaces = kinds.of(model, instance, description.name);
      return kinds.names.of(model, instance, description.name).map(({ candidate }, group) => ({
        candidate,
        objects: placed ?? [own[k].surfaces[group].instance],
        material: surfaces[group].material,
        triangles: counts[group],
      }));
    });
  });
}

/** How many triangles each group of a mesh has. */
export function trianglesByGroup({ groups, triangleGroup }: Mesh): number[] {
  const counts = groups.map(() => 0);
  for (const group of triangleGroup) counts[group]++;
  return counts;
}
