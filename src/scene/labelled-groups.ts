import type { PlacedMesh } from './flatten.js';
import type { LabelledGroup } from './labels/labelled-group.js';
import { mergedInstances, trianglesByGroup } from './model.js';
import type { PlacedPart } from './place/place-parts.js';
import type { SurfaceKinds } from './surface-kinds.js';

/** The groups of all parts; `pieces` are the placed meshes of the parts in their order. */
export function labelledGroups(
  parts: readonly PlacedPart[],
  pieces: readonly PlacedMesh[],
  kinds: SurfaceKinds,
): LabelledGroup[] {
  let next = 0;
  return parts.flatMap((part) => {
    const { description, model, transforms } = part;
    const isOnce = description.placement.kind === 'once';
    // Each placement has a piece for each body of the model.
    const bodies = mergedInstances(model).length;
    const own = pieces.slice(next, next + (isOnce ? model.instances.length : bodies * transforms.length));
    next += own.length;
    // All placements have the same groups; each placement is one object.
    const firsts = own.filter((_, k) => k % bodies === 0);
    const placed = isOnce ? undefined : Uint32Array.from(firsts, ({ surfaces: [surface] }) => surface?.instance ?? 0);
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
