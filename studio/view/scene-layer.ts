import { signal } from '@preact/signals';
import type { SceneView, ViewedMesh, ViewedPlacement } from 'subray/browser';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  Mesh,
  ShaderMaterial,
  Sphere,
  Vector3,
} from 'three';

/** The triangles of a scene that stand, in the frame of the viewer. */
export class SceneLayer {
  readonly object = new Group();
  /** The scene that is shown; undefined: none is. */
  readonly shown = signal<SceneView | undefined>(undefined);
  /** Share of grey in its colours, 0…1, so that points stand out. */
  readonly fade = { value: 0 };
  /** Brightness of the grey that they go to, 0…1. */
  readonly grey = { value: 0.045 };
  /** The geometry of each mesh of the scene that is shown, in its own frame. */
  meshes: readonly BufferGeometry[] = [];
  private geometries: BufferGeometry[] = [];
  private materials: ShaderMaterial[] = [];

  /** Shows a scene in place of the one before; undefined: none. */
  show(view: SceneView | undefined): void {
    this.clear();
    this.shown.value = undefined;
    if (view === undefined) return;
    this.materials = view.materials.map(({ color }) => surfaceMaterial(color, { fade: this.fade, grey: this.grey }));
    this.meshes = view.meshes.map(geometryOf);
    this.geometries.push(...this.meshes);
    for (const placement of view.placements) this.place(view, placement);
    this.shown.value = view;
  }

  /** The geometry and the materials of a placement of the scene that is shown, until another one is. */
  dressed(placement: Pick<ViewedPlacement, 'mesh' | 'materials'>): Dressed {
    const view = this.shown.value;
    if (!view) throw new Error('no scene is shown');
    return this.dress(view, placement);
  }

  private place(view: SceneView, placement: ViewedPlacement): void {
    const { geometry, materials } = this.dress(view, placement);
    const { transforms } = placement;
    const places = Array.from({ length: transforms.length / 12 }, (_, k) => k);
    this.object.add(placedObject(geometry, materials, transforms, places));
  }

  private dress({ meshes }: SceneView, { mesh, materials }: Pick<ViewedPlacement, 'mesh' | 'materials'>): Dressed {
    const [{ attributes, index, boundingSphere }, { ranges }] = [this.meshes[mesh], meshes[mesh]];
    const geometry = Object.assign(new BufferGeometry(), { attributes, index, boundingSphere });
    const own: ShaderMaterial[] = [];
    for (const [group, material] of materials.entries()) {
      const count = ranges[2 * group + 1];
      if (count > 0) geometry.addGroup(ranges[2 * group], count, own.push(this.materials[material]) - 1);
    }
    this.geometries.push(geometry);
    return { geometry, materials: own };
  }

  private clear(): void {
    this.object.clear();
    for (const thing of [...this.geometries, ...this.materials]) thing.dispose();
    this.meshes = [];
    this.geometries = [];
    this.materials = [];
  }
}

/** A mesh with the materials of its groups. */
interface Dressed {
  geometry: BufferGeometry;
  materials: Material[];
}

function geometryOf({ positions, indices }: ViewedMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeBoundingBox();
  const { boundingBox: box } = geometry;
  if (box) geometry.boundingSphere = box.getBoundingSphere(new Sphere(new Vector3()));
  return geometry;
}

/** A geometry at some of the places whose frames are given, 12 numbers each. */
export function placedObject(
  geometry: BufferGeometry,
  material: Material | Material[],
  transforms: Float32Array,
  places: readonly number[],
): Mesh | InstancedMesh {
  const object =
    places.length === 1 ? new Mesh(geometry, material) : new InstancedMesh(geometry, material, places.length);
  for (const [k, place] of places.entries()) {
    const matrix = matrixOf(transforms.subarray(12 * place, 12 * place + 12));
    if (object instanceof InstancedMesh) object.setMatrixAt(k, matrix);
    else object.applyMatrix4(matrix);
  }
  if (object instanceof InstancedMesh) object.computeBoundingSphere();
  object.matrixAutoUpdate = false;
  object.updateMatrix();
  return object;
}

/** The matrix whose first three rows are given. */
export function matrixOf(rows: ArrayLike<number>): Matrix4 {
  const matrix = new Matrix4();
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 4; column++) matrix.elements[4 * column + row] = rows[4 * row + column];
  return matrix;
}

/** A matt surface of a linear colour, lit from the sky and from above the viewer, in the colours of the screen. */
export const surfaceMaterial = (
  [red, green, blue]: readonly number[],
  shared: Record<string, { value: number }>,
): ShaderMaterial =>
  new ShaderMaterial({
    side: DoubleSide,
    vertexShader: SURFACE_VERTEX,
    fragmentShader: SURFACE_FRAGMENT,
    uniforms: { linear: { value: new Vector3(red, green, blue) }, ...shared },
  });

const SURFACE_VERTEX = /* glsl */ `
varying vec3 eye;
varying vec3 up;
void main() {
  vec4 at = vec4(position, 1.0);
  #ifdef USE_INSTANCING
    at = instanceMatrix * at;
  #endif
  at = modelViewMatrix * at;
  eye = at.xyz;
  up = (viewMatrix * vec4(0.0, 0.0, 1.0, 0.0)).xyz;
  gl_Position = projectionMatrix * at;
}
`;

const SURFACE_FRAGMENT = /* glsl */ `
uniform vec3 linear;
uniform float fade, grey;
varying vec3 eye;
varying vec3 up;
void main() {
  vec3 normal = normalize(cross(dFdx(eye), dFdy(eye)));
  float sky = 0.5 + 0.5 * dot(normal, up);
  float head = abs(dot(normal, normalize(eye)));
  vec3 lit = linear * (0.30 + 0.45 * sky + 0.35 * head);
  lit = mix(lit, vec3(grey * (0.35 + sky)), fade);
  vec3 shown = mix(12.92 * lit, 1.055 * pow(lit, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, lit));
  gl_FragColor = vec4(shown, 1.0 - 0.5 * step(0.5, fade));
}
`;
