import { type Affine, IDENTITY, transformPoint } from '../base/affine.js';
import type { Steps } from '../base/steps.js';
import { bakeMeshes, mapGroups } from './bake-meshes.js';
import type { Mesh, MeshGroup, Model } from './model.js';
import { chooseOrigin } from './read/coordinates.js';
import type { SurfaceKind } from './surface-kinds.js';

/** A whole model as one mesh. */
export interface MergedModel {
  mesh: Mesh;
  /** Mesh frame to the model's. */
  transform: Affine;
  /** Labels of the mesh's groups. */
  kinds: SurfaceKind[];
}

/**
 * One mesh for a model that is placed many times in the scene, so that an instance is a whole tree and not a dozen
 * pieces. Groups with equal labels become one: each placement is one object, and fewer groups mean fewer surfaces per
 * placement. `kinds`: labels of the groups of each of the model's instances.
 */
export function* mergeModel(name: string, model: Model, kinds: readonly SurfaceKind[][]): Steps<MergedModel> {
  const merged: SurfaceKind[] = [];
  const groups: MeshGroup[] = [];
  const known = new Map<string, number>();
  const hasUvs = model.instances.some(({ mesh }) => model.meshes[mesh].uvs);
  const maps = model.instances.map(({ mesh }, i) =>
    model.meshes[mesh].groups.map((group, g) => {
      const { material, classification, semantic, isGround } = kinds[i][g];
      const bare = group.bare ?? (hasUvs && !model.meshes[mesh].uvs);
      const key = `${material} ${classification} ${semantic} ${bare} ${isGround}`;
      const index = known.get(key) ?? merged.push(kinds[i][g]) - 1;
      if (!known.has(key)) groups.push({ ...group, material, ...(bare && { bare }) });
      known.set(key, index);
      return index;
    }),
  );
  if (model.instances.length === 1) {
    // Nothing to join: positions and indices stay shared with the model.
    const [{ mesh: index, transform }] = model.instances;
    const mesh = model.meshes[index];
    const triangleGroup = mapGroups(mesh, maps[0], groups.length);
    return { mesh: { ...mesh, name, triangleGroup, groups }, transform, kinds: merged };
  }
  const items = model.instances.map(({ mesh, transform }, i) => ({
    mesh: model.meshes[mesh],
    transform,
    groups: maps[i],
  }));
  return { mesh: yield* bakeMeshes(name, items, modelOrigin(model), groups), transform: IDENTITY, kinds: merged };
}

function modelOrigin({ meshes, instances }: Model): [number, number, number] {
  const first = instances.find(({ mesh }) => meshes[mesh].positions.length > 0);
  if (!first) return [0, 0, 0];
  const { origin, positions } = meshes[first.mesh];
  const vertex = [positions[0] + origin[0], positions[1] + origin[1], positions[2] + origin[2]] as const;
  return chooseOrigin(...transformPoint(first.transform, vertex));
}
