import type { Log } from '../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { modelOf } from '../material/scattering.js';
import type { PlacedMesh } from './flatten.js';
import type { Mesh } from './model.js';
import type { SceneMaterial, Surface } from './scene.js';
import { isTextured, withoutTextures } from './texture.js';

/**
 * The pieces with texture coordinates only where they are needed: a mesh loses them if none of its materials has a
 * texture or is anisotropic. On surfaces without texture coordinates, materials with textures are replaced by ones
 * without, appended to `materials`.
 */
export function* fitUvs(pieces: readonly PlacedMesh[], materials: SceneMaterial[], log: Log): Steps<PlacedMesh[]> {
  const needsUvs = materials.map((material) => isTextured(material) || isAnisotropic(material));
  const needing = new Set<Mesh>();
  for (const [k, { mesh, surfaces }] of pieces.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    if (surfaces.some(({ material }) => needsUvs[material])) needing.add(mesh);
  }
  const stripped = new Map<Mesh, Mesh>();
  const plain = new PlainMaterials(materials);
  const fit = (piece: PlacedMesh): PlacedMesh => {
    const { mesh } = piece;
    const isPlain = ({ material }: Surface, g: number) =>
      (mesh.uvs !== undefined && !mesh.groups[g].bare) || plain.instead(material) === material;
    if (!mesh.uvs || needing.has(mesh)) {
      // Nearly always nothing changes, and there may be millions of pieces.
      const same = piece.surfaces.map(isPlain);
      if (!same.includes(false)) return piece;
      const change = (surface: Surface, g: number): Surface =>
        same[g] ? surface : { ...surface, material: plain.instead(surface.material) };
      return { ...piece, surfaces: piece.surfaces.map(change) };
    }
    const bare = stripped.get(mesh) ?? withoutUvs(mesh);
    stripped.set(mesh, bare);
    return { ...piece, mesh: bare };
  };
  const fitted: PlacedMesh[] = [];
  for (const piece of pieces) {
    if (fitted.push(fit(piece)) % ROUNDS_A_STEP === 0) yield;
  }
  for (const name of plain.names)
    log.warn(`material ${name}: some of its surfaces have no texture coordinates; they are whole and of one colour`);
  return fitted;
}

const isAnisotropic = ({ scattering }: SceneMaterial): boolean => modelOf(scattering).isAnisotropic(scattering);

function withoutUvs(mesh: Mesh): Mesh {
  const bare = { ...mesh };
  delete bare.uvs;
  return bare;
}

/** Replacements without textures for materials with them, made on demand. */
class PlainMaterials {
  readonly names = new Set<string>();
  private readonly materials: SceneMaterial[];
  private readonly known = new Map<number, number>();

  constructor(materials: SceneMaterial[]) {
    this.materials = materials;
  }

  /** Index of the material that replaces `index` on surfaces without texture coordinates. */
  instead(index: number): number {
    const material = this.materials[index];
    if (!isTextured(material)) return index;
    const known = this.known.get(index) ?? this.materials.push(withoutTextures(material)) - 1;
    this.known.set(index, known);
    this.names.add(material.name);
    return known;
  }
}
