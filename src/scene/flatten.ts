import { type Affine, IDENTITY, transformBox } from '../base/affine.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { type Box3, emptyBox, growBox, isEmptyBox, type Vec3 } from '../base/vec3.js';
import { type BakeItem, bakeInPlace, bakeMeshes } from './bake-meshes.js';
import { growByCopies } from './box-of-copies.js';
import type { Mesh, MeshGroup } from './model.js';
import type { SceneClock } from './motion/part-motion.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import { growBySweep } from './motion/swept-box.js';
import type { SceneInstance, SceneMedium, Surface } from './scene.js';
import { boxOfMedium, type VoxelMedium } from './voxel-medium.js';

/** A mesh at a place in the world, with the labels of its groups. */
export interface PlacedMesh {
  mesh: Mesh;
  /** Mesh frame (including its origin) to world; of a mover to its body. */
  transform: Affine;
  surfaces: readonly Surface[];
  /** Direction of its front in the world, of a mover in its body: angle from x about z, radians; absent: unknown. */
  front?: number;
  /** The motion of its body; absent: it stands. Pieces of one body have the same. */
  motion?: SampledMotion;
}

/** Origin and box of a scene. */
export interface SceneFrame {
  frameOrigin: Vec3;
  bounds: Box3;
}

/** The geometric part of a scene. */
export interface FlatScene extends SceneFrame {
  meshes: Mesh[];
  instances: SceneInstance[];
  /** Motions of movers; absent: nothing moves. */
  motions?: SampledMotion[];
  /** Placements of media; absent: none. */
  media?: SceneMedium[];
  surfaces: Surface[];
  triangleCount: number;
}

/**
 * Copies of one mesh with at most this many triangles together are merged: 50,000 triangles take about 4 MB with their
 * tree, and a ray then needs no change of frame for each copy whose box it meets.
 */
export const MERGE_TRIANGLES = 50_000;
/**
 * Meshes up to this size take no more memory than an instance in their place (two frames, a surface, a node: ~1 kB).
 */
const TINY_TRIANGLES = 16;
/** Copies of tiny meshes with at most this many triangles together are merged. */
const MERGE_TINY_TRIANGLES = 4_000_000;
/**
 * Larger meshes that are placed once are moved to the world in place, with a tree of their own. Merging would hold them
 * twice for a while, and trees of several meshes are built in parallel.
 */
export const KEEP_APART_TRIANGLES = 1_000_000;

/**
 * Geometry that is placed once is merged into one mesh in world coordinates relative to the frame origin (transform:
 * identity). Geometry that is placed often, or has normals, is kept once, with an instance for each place. The order of
 * pieces is kept, so that the result depends on nothing else. Pieces of a larger scene have the frame of the `whole`.
 * Media follow, each at its place, and movers, which are merged with nothing but pieces of the same body. The frame
 * origin is the centre of the bounds, which hold movers at all times of `run`, rounded to whole metres. The pieces'
 * meshes must not be used afterwards: large ones are overwritten.
 */
export function* flatten(given: readonly PlacedMesh[], whole?: SceneFrame, run = AT_ITS_START): Steps<FlatScene> {
  const pieces = given.map(withKeptShape);
  const solid = pieces.filter(({ mesh }) => mesh.triangleGroup.length > 0);
  const movers = solid.filter(isMover);
  const uses = yield* groupByMesh(movers.length > 0 ? solid.filter((piece) => !isMover(piece)) : solid);
  const bounds = whole ? structuredClone(whole.bounds) : yield* sceneBounds(uses);
  if (!whole) yield* growByMovers(bounds, movers, run);
  const media = pieces.filter(isMedium);
  for (const { mesh, transform } of media) {
    const { min, max } = transformBox(transform, boxOfMedium(mesh.medium));
    growBox(bounds, ...min);
    growBox(bounds, ...max);
  }
  const middle: Vec3 = isEmptyBox(bounds) ? [0, 0, 0] : [centre(bounds, 0), centre(bounds, 1), centre(bounds, 2)];
  const frameOrigin = whole?.frameOrigin ?? middle;
  const scene: FlatScene = { frameOrigin, bounds, meshes: [], instances: [], surfaces: [], triangleCount: 0 };
  const once: PlacedMesh[] = [];
  const apart: PlacedMesh[] = [];
  const often: PlacedMesh[][] = [];
  const sharedPositions = countPositions(uses);
  for (const copies of uses) {
    const triangles = copies[0].mesh.triangleGroup.length;
    scene.triangleCount += triangles * copies.length;
    if (copies[0].mesh.normals) {
      often.push(copies);
      continue;
    }
    const isAlone = copies.length === 1 && sharedPositions.get(copies[0].mesh.positions) === 1;
    if (isAlone && triangles >= KEEP_APART_TRIANGLES) apart.push(copies[0]);
    // One at a time: a call takes only some 120,000 arguments.
    else if (isMerged(triangles, copies.length)) for (const piece of copies) once.push(piece);
    else often.push(copies);
  }
  if (once.length > 0)
    yield* addStatic(scene, once, (items, groups) => bakeMeshes('static', items, frameOrigin, groups));
  for (const piece of apart)
    yield* addStatic(scene, [piece], ([item], groups) => bakeInPlace(item, frameOrigin, groups));
  for (const copies of often) yield* addInstances(scene, copies);
  if (movers.length > 0) yield* addMovers(scene, movers);
  return media.length > 0 ? { ...scene, media: media.map((piece) => addMedium(scene, piece)) } : scene;
}

/** A run of which nothing is known. */
const AT_ITS_START: Pick<SceneClock, 'from' | 'to'> = { from: 0, to: 0 };

/** A piece whose shape nothing changes, since it is flattened, without its other shapes. */
function withKeptShape(piece: PlacedMesh): PlacedMesh {
  if (piece.mesh.shapes === undefined || piece.motion?.phases !== undefined) return piece;
  const { shapes: _, ...mesh } = piece.mesh;
  return { ...piece, mesh };
}

type Mover = PlacedMesh & { motion: SampledMotion };

const isMover = (piece: PlacedMesh): piece is Mover => piece.motion !== undefined;

type MediumPiece = PlacedMesh & { mesh: { medium: VoxelMedium } };

const isMedium = (piece: PlacedMesh): piece is MediumPiece => piece.mesh.medium !== undefined;

const addMedium = (
  scene: FlatScene,
  { mesh: { medium }, transform, surfaces: [surface] }: MediumPiece,
): SceneMedium => ({
  medium,
  transform,
  surface: scene.surfaces.push(surface) - 1,
});

function isMerged(triangles: number, copies: number): boolean {
  const total = triangles * copies;
  return copies === 1 || total <= MERGE_TRIANGLES || (triangles <= TINY_TRIANGLES && total <= MERGE_TINY_TRIANGLES);
}

function* groupByMesh<Piece extends PlacedMesh>(pieces: readonly Piece[]): Steps<Piece[][]> {
  const uses = new Map<Mesh, Piece[]>();
  for (const [k, piece] of pieces.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    const copies = uses.get(piece.mesh);
    if (copies) copies.push(piece);
    else uses.set(piece.mesh, [piece]);
  }
  return [...uses.values()];
}

/** Number of distinct meshes that use the same positions. */
function countPositions(uses: readonly PlacedMesh[][]): Map<Float32Array, number> {
  const counts = new Map<Float32Array, number>();
  for (const [{ mesh }] of uses) counts.set(mesh.positions, (counts.get(mesh.positions) ?? 0) + 1);
  return counts;
}

/** Adds one mesh in the frame of the scene, or of a body that moves, with a group for each distinct surface. */
function* addStatic(
  scene: FlatScene,
  pieces: PlacedMesh[],
  bake: (items: BakeItem[], groups: MeshGroup[]) => Steps<Mesh>,
  motion?: number,
): Steps<void> {
  const surfaceBase = scene.surfaces.length;
  const groups: MeshGroup[] = [];
  const known = new Map<string, number>();
  const items: BakeItem[] = [];
  const groupsOf = ({ mesh, surfaces }: PlacedMesh): number[] =>
    surfaces.map((surface, g) => {
      const { instance, material, classification, semantic, isGround } = surface;
      const key = `${instance} ${material} ${classification} ${semantic} ${isGround}`;
      const index = known.get(key);
      if (index !== undefined) return index;
      known.set(key, groups.length);
      scene.surfaces.push(surface);
      return groups.push({ ...mesh.groups[g], material: surface.material }) - 1;
    });
  for (const [k, piece] of pieces.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    items.push({ mesh: piece.mesh, transform: piece.transform, groups: groupsOf(piece) });
  }
  const mesh = yield* bake(items, groups);
  const moves = motion === undefined ? {} : { motion };
  scene.instances.push({ mesh: scene.meshes.push(mesh) - 1, transform: IDENTITY, surfaceBase, ...moves });
}

/** Adds an instance for each copy of a mesh; `motionOf` tells the motions of movers. */
function* addInstances(
  scene: FlatScene,
  copies: readonly PlacedMesh[],
  motionOf?: (copy: PlacedMesh) => number,
): Steps<void> {
  const [{ mesh, surfaces: first }] = copies;
  const groups = mesh.groups.map((group, g) => ({ ...group, material: first[g].material }));
  const index = scene.meshes.push({ ...mesh, groups }) - 1;
  for (const [k, { transform, surfaces }] of copies.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    const moves = motionOf && { motion: motionOf(copies[k]) };
    scene.instances.push({ mesh: index, transform, surfaceBase: scene.surfaces.length, ...moves });
    for (const surface of surfaces) scene.surfaces.push(surface);
  }
}

/**
 * Adds the movers: the pieces of a body as one mesh in its frame, but for meshes that many bodies share, that have
 * normals, or that change their shapes, which are kept once, with an instance for each.
 */
function* addMovers(scene: FlatScene, movers: readonly Mover[]): Steps<void> {
  const numbers = new Map<SampledMotion, number>();
  for (const { motion } of movers) if (!numbers.has(motion)) numbers.set(motion, numbers.size);
  const bodies = new Map<SampledMotion, Mover[]>();
  const shared: Mover[][] = [];
  for (const copies of yield* groupByMesh(movers)) {
    const [{ mesh, motion }] = copies;
    const triangles = mesh.triangleGroup.length;
    scene.triangleCount += triangles * copies.length;
    const isOfOneBody = copies.every((copy) => copy.motion === motion);
    if (mesh.normals || mesh.shapes || !(isOfOneBody || isMerged(triangles, copies.length))) shared.push(copies);
    else for (const copy of copies) bodies.set(copy.motion, [...(bodies.get(copy.motion) ?? []), copy]);
  }
  for (const [motion, pieces] of bodies)
    yield* addStatic(
      scene,
      pieces,
      (items, groups) => bakeMeshes('mover', items, [0, 0, 0], groups),
      numbers.get(motion),
    );
  for (const copies of shared) yield* addInstances(scene, copies, (copy) => numbers.get((copy as Mover).motion) ?? 0);
  scene.motions = [...numbers.keys()];
}

/** Grows a world box by all places of movers in a run. */
function* growByMovers(box: Box3, movers: readonly Mover[], run: Pick<SceneClock, 'from' | 'to'>): Steps<void> {
  for (const { mesh, transform, motion } of movers) {
    yield;
    const body = emptyBox();
    yield* growByCopies(body, mesh, [transform]);
    growBySweep(box, body, motion, run);
  }
}

/** World box of the vertices that triangles use (growByCopies). */
function* sceneBounds(uses: readonly PlacedMesh[][]): Steps<Box3> {
  const bounds = emptyBox();
  for (const copies of uses) {
    yield;
    yield* growByCopies(
      bounds,
      copies[0].mesh,
      copies.map(({ transform }) => transform),
    );
  }
  return bounds;
}

const centre = ({ min, max }: Box3, axis: 0 | 1 | 2): number => Math.round((min[axis] + max[axis]) / 2);
