import type { Log } from '../base/log.js';
import { modelOf } from '../material/scattering.js';
import type { Piece } from './flatten.js';
import type { Mesh } from './model.js';
import type { SceneMaterial } from './scene.js';
import { isTextured, withoutTextures } from './texture.js';

/**
 * The pieces with texture coordinates only where they are needed: a mesh loses them if none of its materials has a
 * texture or is anisotropic. On surfaces without texture coordinates, materials with textures are replaced by ones
 * without, appended to `materials`.
 */
export function fitUvs(pieces: readonly Piece[], materials: SceneMaterial[], log: Log): Piece[] {
  const needsUvs = materials.map((material) => isTextured(material) || isAnisotropic(material));
  const needing = new Set<Mesh>();
  for (const { mesh, surfaces } of pieces) if (surfaces.some(({ material }) => needsUvs[material])) needing.add(mesh);
  const stripped = new Map<Mesh, Mesh>();
  const plain = new PlainMaterials(materials);
  const fitted = pieces.map((piece): Piece => {
    const { mesh } = piece;
    const surfaces = piece.surfaces.map((surface, g) =>
      mesh.uvs && !mesh.groups[g].bare ? surface : { ...surface, material: plain.instead(surface.material) },
    );
    if (!mesh.uvs || needing.has(mesh)) return { ...piece, surfaces };
    const bare = stripped.get(mesh) ?? withoutUvs(mesh);
    stripped.set(mesh, bare);
    return { ...piece, mesh: bare };
  });
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
