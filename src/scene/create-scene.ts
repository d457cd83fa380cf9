import { type Affine, IDENTITY } from '../base/affine.js';
import { UserError } from '../base/errors.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { finish } from '../base/steps.js';
import type { LinearRgb } from '../cloud/shading/daylight.js';
import { shippedMaterials } from '../material/catalogue/shipped-materials.js';
import { type Scattering, scatteringFault } from '../material/scattering.js';
import { assembleScene } from './assemble-scene.js';
import type { PlacedMesh } from './flatten.js';
import { UNCLASSIFIED } from './labels/asprs-classes.js';
import { InstanceNames } from './labels/instance-names.js';
import { namesOfSemantics, numberSemantics, type SemanticMention } from './labels/semantic-classes.js';
import { plainMaterial } from './materials/plain-material.js';
import { SceneMaterials } from './materials/scene-materials.js';
import type { Mesh } from './model.js';
import { motionOfObject, type ObjectMotion } from './motion/object-motion.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import { dropDegenerate } from './read/finish-mesh.js';
import type { Scene } from './scene.js';

/** One object of a scene, given as arrays. */
export interface SceneObject {
  /** Its name among the labels; a second object with the same name gets a number. */
  name: string;
  /** 3 per vertex: metres, z up. Objects that share positions and indices share one geometry, however many they are. */
  positions: Float32Array;
  /** 3 per triangle; absent: every three vertices are a triangle. */
  indices?: Uint32Array | Uint16Array;
  /**
   * Its placement: 12 numbers, row by row (x' = t[0]x + t[1]y + t[2]z + t[3], …), or 16 numbers, column by column, like
   * the matrices of glTF and three.js. Positions are f32, these are f64: large coordinates belong here. Absent: the
   * identity.
   */
  transform?: ArrayLike<number>;
  /** Its motion, before which the transform is applied; absent: it stands. */
  motion?: ObjectMotion;
  /** Name of its material; absent: the object's name. */
  material?: string;
  /** Hemispherical reflectance of a Lambertian surface at the laser's wavelength, 0…1. */
  reflectance?: number;
  /**
   * Scattering, in place of `reflectance`. Without either, the words of the material's name decide, otherwise the
   * brightness of its color.
   */
  scattering?: Scattering;
  /** Red, green, blue, linear, 0…1, for points with colour; absent: grey. */
  color?: LinearRgb;
  /** ASPRS class, 0…255; absent: 1, unclassified. */
  classification?: number;
  /** The user's own class; absent: none. */
  semantic?: string;
}

const CLASS_MAX = 255;

/**
 * Creates a scene of `objects`, ready to be scanned. The arrays are copied. Triangles without area are left out, with a
 * line in the log. Throws UserError for invalid arrays and numbers, and for a scene without triangles.
 *
 * @example
 * ```ts
 * const positions = Float32Array.of(-20, -20, 0, 20, -20, 0, 20, 20, 0, -20, 20, 0);
 * const indices = Uint32Array.of(0, 1, 2, 0, 2, 3);
 * const floor = { name: 'floor', positions, indices, material: 'concrete', classification: 2 };
 * // The same plate, 1 m above, which goes east at 5 m/s.
 * const motion = { times: [0, 4], positions: [0, 0, 1, 20, 0, 1] };
 * const scene = createScene([floor, { name: 'plate', positions, indices, motion }]);
 * ```
 */
export function createScene(objects: readonly SceneObject[], { log = SILENT_LOG }: { log?: Log } = {}): Scene {
  const meshes = new MeshStore();
  const materials = new SceneMaterials({ descriptions: [], files: [], catalogue: shippedMaterials(), log });
  const names = new InstanceNames();
  const semantics = numberSemantics(mentionsOf(objects));
  const motions = new MotionStore();
  const pieces = objects.map((object, k): PlacedMesh => {
    const what = `object ${k}${typeof object?.name === 'string' ? ` "${object.name}"` : ''}`;
    checkLabels(object, what);
    const surface = {
      instance: names.add(object.name),
      material: addMaterial(materials, object),
      classification: object.classification ?? UNCLASSIFIED,
      semantic: semantics.get(object.semantic ?? 'none') ?? 0,
    };
    return {
      mesh: meshes.meshOf(object, what),
      transform: affineOf(object.transform, what),
      surfaces: [surface],
      ...(object.motion !== undefined && { motion: motions.motionOf(object.motion, what) }),
    };
  });
  if (meshes.dropped > 0) log.warn(`${meshes.dropped} triangles have no area and were left out`);
  const labels = { materials: materials.list, instances: names.names, semantics: namesOfSemantics(semantics) };
  return finish(assembleScene(pieces, labels, { log, run: motions.time }));
}

function addMaterial(
  materials: SceneMaterials,
  { name, material = name, reflectance, scattering, color }: SceneObject,
): number {
  const plain = plainMaterial(material);
  const look = color === undefined ? plain : { ...plain, baseColor: [color[0], color[1], color[2], 1] as const };
  const given = scattering ?? (reflectance === undefined ? undefined : { model: 'lambert', reflectance });
  return given === undefined
    ? materials.index(look, undefined)
    : materials.add(look, { scattering: given, reason: { kind: 'object' } });
}

function fault(what: string, key: keyof SceneObject, expected: string): UserError {
  return new UserError(`${what}: ${key} must be ${expected}`);
}

function checkLabels(object: SceneObject, what: string): void {
  const isName = (value: unknown) => typeof value === 'string' && value !== '';
  const isWithin = (value: number, max: number) => value >= 0 && value <= max;
  const { name, material, reflectance, scattering, color, classification, semantic } = object ?? {};
  if (!isName(name)) throw fault(what, 'name', 'a text');
  if (material !== undefined && !isName(material)) throw fault(what, 'material', 'a text');
  if (semantic !== undefined && !isName(semantic)) throw fault(what, 'semantic', 'a text');
  if (reflectance !== undefined && !isWithin(reflectance, 1)) throw fault(what, 'reflectance', 'a number from 0 to 1');
  if (reflectance !== undefined && scattering !== undefined)
    throw fault(what, 'scattering', 'absent where reflectance is given');
  const wrong = scattering === undefined ? undefined : scatteringFault(scattering);
  if (wrong !== undefined) throw new UserError(`${what}: scattering: ${wrong}`);
  if (color !== undefined && !(color.length === 3 && color.every((channel) => isWithin(channel, 1))))
    throw fault(what, 'color', 'three numbers from 0 to 1');
  if (classification !== undefined && !(Number.isInteger(classification) && isWithin(classification, CLASS_MAX)))
    throw fault(what, 'classification', `a whole number from 0 to ${CLASS_MAX}`);
}

function mentionsOf(objects: readonly SceneObject[]): SemanticMention[] {
  return objects.flatMap((object) => (typeof object?.semantic === 'string' ? [{ name: object.semantic }] : []));
}

/** A row-major 3×4 matrix from its 12 numbers, or from 16 by columns. */
function affineOf(transform: ArrayLike<number> | undefined, what: string): Affine {
  if (transform === undefined) return IDENTITY;
  const given = Array.from(transform);
  const isAffine =
    given.length === 12 || (given.length === 16 && `${[3, 7, 11, 15].map((k) => given[k])}` === '0,0,0,1');
  if (!isAffine || !given.every(Number.isFinite))
    throw fault(what, 'transform', '12 finite numbers by rows, or 16 by columns with 0, 0, 0, 1 in the last row');
  if (given.length === 12) return given;
  return Array.from({ length: 12 }, (_, k) => given[(k % 4) * 4 + Math.floor(k / 4)]);
}

/** Motions by the objects as which they were given. */
class MotionStore {
  private readonly known = new Map<ObjectMotion, SampledMotion>();

  motionOf(given: ObjectMotion, what: string): SampledMotion {
    const motion = this.known.get(given) ?? motionOfObject(given, what);
    this.known.set(given, motion);
    return motion;
  }

  /** The time of all of them. */
  get time(): { from: number; to: number } {
    let [from, to] = [0, 0];
    for (const { times } of this.known.values()) {
      from = Math.min(from, times[0]);
      to = Math.max(to, times[times.length - 1]);
    }
    return { from, to };
  }
}

/** Meshes by the arrays that they were given as. */
class MeshStore {
  /** Number of triangles without area, which were left out. */
  dropped = 0;
  private readonly known = new Map<Float32Array, Map<SceneObject['indices'], Mesh>>();

  meshOf({ name, positions, indices }: SceneObject, what: string): Mesh {
    const same = this.known.get(positions) ?? new Map<SceneObject['indices'], Mesh>();
    const known = same.get(indices);
    if (known) return known;
    checkPositions(positions, what);
    const mesh: Mesh = {
      name,
      origin: [0, 0, 0],
      positions: positions.slice(),
      indices: indicesOf(indices, positions.length / 3, what),
      triangleGroup: new Uint16Array((indices ?? positions).length / (indices ? 3 : 9)),
      groups: [{ object: name, group: '', material: 0 }],
    };
    this.dropped += dropDegenerate(mesh);
    this.known.set(positions, same.set(indices, mesh));
    return mesh;
  }
}

function checkPositions(positions: Float32Array, what: string): void {
  if (!(positions instanceof Float32Array) || positions.length % 3 !== 0)
    throw fault(what, 'positions', 'a Float32Array with 3 numbers a vertex');
  const wrong = positions.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0)
    throw new UserError(`${what}: positions[${wrong}] is ${positions[wrong]}; coordinates must be finite`);
}

function indicesOf(indices: SceneObject['indices'], vertexCount: number, what: string): Uint32Array {
  if (indices === undefined) {
    if (vertexCount % 3 !== 0)
      throw fault(what, 'positions', 'whole triangles (9 numbers each) where indices are absent');
    return Uint32Array.from({ length: vertexCount }, (_, k) => k);
  }
  if (!(indices instanceof Uint32Array || indices instanceof Uint16Array) || indices.length % 3 !== 0)
    throw fault(what, 'indices', 'a Uint32Array or Uint16Array with 3 numbers a triangle');
  const wrong = indices.findIndex((index: number) => index >= vertexCount);
  if (wrong >= 0)
    throw new UserError(`${what}: indices[${wrong}] is ${indices[wrong]}, but there are ${vertexCount} vertices`);
  return Uint32Array.from(indices);
}
