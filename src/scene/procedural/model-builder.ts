import type { Affine } from '../../base/affine.js';
import { IDENTITY } from '../../base/affine.js';
import type { Mesh, MeshInstance, Model } from '../model.js';
import type { MeshBuilder } from './mesh-builder.js';
import { MATERIAL_NAMES, paletteMaterial } from './palette.js';

/** Collects meshes and where they stand, and numbers the objects. */
export class ModelBuilder {
  /** Triangles so far, every instance counted. */
  triangleCount = 0;
  private readonly meshes: Mesh[] = [];
  private readonly instances: MeshInstance[] = [];
  private readonly numbers = new Map<string, number>();

  /** Keeps a geometry that `place` may use many times; returns its index. */
  addMesh(builder: MeshBuilder): number {
    return this.meshes.push(builder.build()) - 1;
  }

  /** Triangles of one mesh. */
  meshTriangles(mesh: number): number {
    return this.meshes[mesh].triangleGroup.length;
  }

  /** Stands mesh number `mesh` in the model as the next object of that kind: `kind_001`, `kind_002`, … */
  place(mesh: number, kind: string, transform: Affine): void {
    this.placeNamed(mesh, this.nextName(kind), transform);
  }

  /** Stands mesh number `mesh` in the model under a name from `nextName`. */
  placeNamed(mesh: number, name: string, transform: Affine): void {
    if (this.meshTriangles(mesh) === 0) return;
    this.instances.push({ mesh, name, transform });
    this.triangleCount += this.meshTriangles(mesh);
  }

  /** Adds a mesh that stands in the model once, as it is, under its own name; nothing where it is empty. */
  addUnique(builder: MeshBuilder): void {
    if (builder.triangleCount > 0) this.placeNamed(this.addMesh(builder), builder.name, IDENTITY);
  }

  /** The next name of that kind; numbers count from 001. */
  nextName(kind: string): string {
    const number = (this.numbers.get(kind) ?? 0) + 1;
    this.numbers.set(kind, number);
    return `${kind}_${String(number).padStart(3, '0')}`;
  }

  /** The model, with the materials that it uses and no others. */
  finish(): Model {
    const used = new Set(this.meshes.flatMap((mesh) => mesh.groups.map((group) => group.material)));
    const kept = [...used].sort((a, b) => a - b);
    const newIndex = new Map(kept.map((material, index) => [material, index]));
    for (const mesh of this.meshes) for (const group of mesh.groups) group.material = newIndex.get(group.material) ?? 0;
    const materials = kept.map((material) => paletteMaterial(MATERIAL_NAMES[material]));
    return { meshes: this.meshes, materials, instances: this.instances };
  }
}
