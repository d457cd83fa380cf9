import type { MeshGroup } from '../../model.js';

/**
 * The groups of triangles of an OBJ file: one for each combination of object, group and material that has triangles.
 * A file that names no object takes its groups for objects.
 */
export class ObjGroups {
  readonly groups: MeshGroup[] = [];
  readonly materials: string[] = [];
  private readonly groupIndex = new Map<string, number>();
  private readonly materialIndex = new Map<string, number>();
  private object = '';
  private group = '';
  private material = '';
  private index = -1;

  setObject(name: string): void {
    this.object = name;
    this.index = -1;
  }

  setGroup(name: string): void {
    this.group = name;
    this.index = -1;
  }

  setMaterial(name: string): void {
    this.material = name;
    this.index = -1;
  }

  /** Index of the group that the next triangle belongs to. */
  current(): number {
    if (this.index < 0) this.index = this.findOrAdd();
    return this.index;
  }

  private findOrAdd(): number {
    const object = this.object || this.group;
    const material = this.addMaterial(this.material || DEFAULT_MATERIAL);
    const key = `${object}\n${this.group}\n${material}`;
    const known = this.groupIndex.get(key);
    if (known !== undefined) return known;
    const index = this.groups.push({ object, group: this.group, material }) - 1;
    this.groupIndex.set(key, index);
    return index;
  }

  private addMaterial(name: string): number {
    const known = this.materialIndex.get(name);
    if (known !== undefined) return known;
    const index = this.materials.push(name) - 1;
    this.materialIndex.set(name, index);
    return index;
  }
}

/** Name of the material of faces that name none. */
export const DEFAULT_MATERIAL = 'default';
