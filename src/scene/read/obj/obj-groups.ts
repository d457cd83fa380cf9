import type { MeshGroup } from '../../model.js';

/**
 * The groups of triangles of an OBJ file: one for each combination of object, group and material that has triangles. In
 * a file without objects, groups count as objects.
 */
export class ObjGroups {
  readonly groups: MeshGroup[] = [];
  readonly materials: ObjMaterial[] = [];
  private readonly textured: ReadonlySet<string>;
  private readonly groupIndex = new Map<string, number>();
  private readonly materialIndex = new Map<string, number>();
  private object = '';
  private group = '';
  private material = '';
  /** Index for triangles without texture coordinates and with them; below 0 if unknown. */
  private readonly index = [UNKNOWN, UNKNOWN];

  /** `textured`: names of the materials with textures. */
  constructor(textured: ReadonlySet<string>) {
    this.textured = textured;
  }

  setObject(name: string): void {
    this.object = name;
    this.index.fill(UNKNOWN);
  }

  setGroup(name: string): void {
    this.group = name;
    this.index.fill(UNKNOWN);
  }

  setMaterial(name: string): void {
    this.material = name;
    this.index.fill(UNKNOWN);
  }

  /** Whether the next triangle's texture coordinates matter. */
  isTextured(): boolean {
    return this.textured.has(this.material);
  }

  /** Index of the group of the next triangle; `hasUvs`: it has texture coordinates that matter. */
  current(hasUvs: boolean): number {
    const kind = hasUvs ? 1 : 0;
    if (this.index[kind] === UNKNOWN) this.index[kind] = this.findOrAdd(hasUvs);
    return this.index[kind];
  }

  private findOrAdd(hasUvs: boolean): number {
    const object = this.object || this.group;
    const material = this.addMaterial(this.material || DEFAULT_MATERIAL, hasUvs);
    const key = `${object}\n${this.group}\n${material}`;
    const known = this.groupIndex.get(key);
    if (known !== undefined) return known;
    const index = this.groups.push({ object, group: this.group, material }) - 1;
    this.groupIndex.set(key, index);
    return index;
  }

  private addMaterial(name: string, textured: boolean): number {
    const key = `${textured} ${name}`;
    const known = this.materialIndex.get(key);
    if (known !== undefined) return known;
    const index = this.materials.push({ name, textured }) - 1;
    this.materialIndex.set(key, index);
    return index;
  }
}

/** A material as used by triangles: with its textures, or on triangles without texture coordinates. */
export interface ObjMaterial {
  name: string;
  textured: boolean;
}

const UNKNOWN = -1;

/** Name of the material of faces without one. */
export const DEFAULT_MATERIAL = 'default';
