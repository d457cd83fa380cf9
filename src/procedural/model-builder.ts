import type { Affine } from '../base/affine.js';
import { IDENTITY } from '../base/affine.js';
import type { Mesh, MeshInstance, Model, TreeFacts } from '../scene/model.js';
import type { TrafficPlan } from '../scene/traffic-flow/traffic-plan.js';
import type { MeshBuilder } from './mesh-builder.js';
import { MATERIAL_NAMES, paletteMaterial } from './palette.js';

/** Names of objects whose meshes look along x. */
const WITH_FRONT = /^(?:car|van|lorry|bus|bicycle|person)_\d/;

/** Collects meshes and their placements, and numbers the objects. */
export class ModelBuilder {
  /** Number of triangles so far, counting every instance. */
  triangleCount = 0;
  /** Its traffic, of as many movers as are placed; absent: none. */
  traffic?: TrafficPlan;
  private moverCount = 0;
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

  /** Everything placed so far, with its mesh. */
  placed(): { name: string; mesh: Mesh; transform: Affine }[] {
    return this.instances.map(({ name, mesh, transform }) => ({ name, mesh: this.meshes[mesh], transform }));
  }

  /** The geometry of number `mesh`. */
  meshOf(mesh: number): Mesh {
    return this.meshes[mesh];
  }

  /** Places mesh number `mesh` in the model as the next object of this kind: `kind_001`, `kind_002`, … */
  place(mesh: number, kind: string, transform: Affine, tree?: TreeFacts): void {
    this.placeNamed(mesh, this.nextName(kind), transform, tree);
  }

  /** Places mesh number `mesh` as the next object of this kind that moves, the body of the next mover of `traffic`. */
  placeMover(mesh: number, kind: string, transform: Affine): void {
    this.placeNamed(mesh, this.nextName(kind), transform);
    this.instances[this.instances.length - 1].body = this.moverCount++;
  }

  /** Places mesh number `mesh` in the model under a name from `nextName`; `tree`: what it is, if it is a tree. */
  placeNamed(mesh: number, name: string, transform: Affine, tree?: TreeFacts): void {
    if (this.meshTriangles(mesh) === 0) return;
    const hasFront = WITH_FRONT.test(name);
    this.instances.push({ mesh, name, transform, ...(hasFront && { hasFront }), ...(tree && { tree }) });
    this.triangleCount += this.meshTriangles(mesh);
  }

  /** Adds a mesh that is placed once, unchanged, under its own name; does nothing if it is empty. */
  addUnique(builder: MeshBuilder): void {
    if (builder.triangleCount > 0) this.placeNamed(this.addMesh(builder), builder.name, IDENTITY);
  }

  /** The next name of that kind; numbers count from 001. */
  nextName(kind: string): string {
    const number = (this.numbers.get(kind) ?? 0) + 1;
    this.numbers.set(kind, number);
    return `${kind}_${String(number).padStart(3, '0')}`;
  }

  /** The model, with only the meshes and materials that it uses. */
  finish(): Model {
    const meshes = keepUsed(this.meshes, new Set(this.instances.map(({ mesh }) => mesh)));
    const renumbered = this.instances.map((instance) => ({ ...instance, mesh: meshes.newIndex[instance.mesh] }));
    const instances = [false, true].flatMap((moves) => renumbered.filter(({ body }) => moves === (body !== undefined)));
    const { traffic } = this;
    const usedMaterials = new Set(meshes.kept.flatMap(({ groups }) => groups.map(({ material }) => material)));
    const materials = keepUsed(MATERIAL_NAMES, usedMaterials);
    for (const { groups } of meshes.kept)
      for (const group of groups) group.material = materials.newIndex[group.material];
    return {
      meshes: meshes.kept,
      materials: materials.kept.map(paletteMaterial),
      instances,
      ...(traffic && { traffic }),
    };
  }
}

/** The entries with an index in `used`, in order, and the new index of each old one (−1: dropped). */
function keepUsed<T>(list: readonly T[], used: ReadonlySet<number>): { kept: T[]; newIndex: number[] } {
  const kept: T[] = [];
  const newIndex = list.map((entry, index) => (used.has(index) ? kept.push(entry) - 1 : -1));
  return { kept, newIndex };
}
