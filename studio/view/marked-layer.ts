import type { SceneView, ViewedMesh, ViewedPlacement } from 'subray/browser';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LinearSRGBColorSpace,
  type Mesh,
  type ShaderMaterial,
} from 'three';
import { flatMaterial } from './flat-material.js';
import { placedObject, surfaceMaterial } from './scene-layer.js';

/** Surfaces of a scene that stand out in one colour, in the frame of the viewer. */
export class MarkedLayer {
  readonly object = new Group();
  /** The same as a shade over the picture, so that they are seen behind walls, too. */
  readonly shade = new Group();
  private readonly shadeColor = new Color();
  private readonly shadeMaterial = flatMaterial({ color: this.shadeColor, opacity: 0.22 });
  private material = markedMaterial([1, 1, 1]);
  private geometries: BufferGeometry[] = [];

  /** `color`: linear. */
  setColor(color: readonly [number, number, number]): void {
    this.shadeColor.setRGB(...color, LinearSRGBColorSpace);
    this.material.dispose();
    this.material = markedMaterial(color);
    for (const child of this.object.children) (child as Mesh).material = this.material;
  }

  /**
   * Shows surfaces of a scene in place of the last ones: pairs of an object and one of its materials; absent: none.
   * `meshes`: the geometries of the scene's meshes, whose vertices are used.
   */
  show(view: SceneView | undefined, meshes: readonly BufferGeometry[], surfaces: Uint32Array | undefined): void {
    this.object.clear();
    this.shade.clear();
    for (const geometry of this.geometries) {
      // Its vertices are those of the scene.
      geometry.deleteAttribute('position');
      geometry.dispose();
    }
    this.geometries = [];
    if (!view || !surfaces || surfaces.length === 0) return;
    const wanted = objectsByMaterial(surfaces);
    for (const placement of view.placements)
      for (const { groups, places } of marksOf(placement, wanted)) {
        const geometry = partOf(meshes[placement.mesh], view.meshes[placement.mesh], groups);
        this.geometries.push(geometry);
        this.object.add(placedObject(geometry, this.material, placement.transforms, places));
        this.shade.add(placedObject(geometry, this.shadeMaterial, placement.transforms, places));
      }
  }
}

/** It is in front of the same surfaces of the scene. */
const markedMaterial = (color: readonly [number, number, number]): ShaderMaterial =>
  Object.assign(surfaceMaterial(color, { fade: { value: 0 }, grey: { value: 0 } }), {
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -2,
  });

/** Some groups of a mesh, with its vertices. */
function partOf({ attributes, boundingSphere }: BufferGeometry, mesh: ViewedMesh, groups: readonly number[]) {
  const ranges = groups.map((group) => [mesh.ranges[2 * group], mesh.ranges[2 * group + 1]] as const);
  const indices = new Uint32Array(ranges.reduce((sum, [, count]) => sum + count, 0));
  let at = 0;
  for (const [from, count] of ranges) {
    indices.set(mesh.indices.subarray(from, from + count), at);
    at += count;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', attributes.position);
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.boundingSphere = boundingSphere;
  return geometry;
}

function objectsByMaterial(surfaces: Uint32Array): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (let k = 0; k < surfaces.length; k += 2) {
    const objects = found.get(surfaces[k + 1]) ?? new Set();
    found.set(surfaces[k + 1], objects.add(surfaces[k]));
  }
  return found;
}

/** Groups of a placed mesh that are marked at the same places. */
interface Marks {
  groups: number[];
  places: number[];
}

function marksOf({ objects, materials }: ViewedPlacement, wanted: ReadonlyMap<number, ReadonlySet<number>>): Marks[] {
  const count = materials.length;
  const found = new Map<string, Marks>();
  for (const [group, material] of materials.entries()) {
    const own = wanted.get(material);
    if (!own) continue;
    const places: number[] = [];
    for (let place = 0; place * count < objects.length; place++)
      if (own.has(objects[place * count + group])) places.push(place);
    if (places.length === 0) continue;
    const key = places.join();
    const marks = found.get(key) ?? { groups: [], places };
    found.set(key, marks);
    marks.groups.push(group);
  }
  return [...found.values()];
}
