import { type Affine, IDENTITY, transformPoint } from '../../base/affine.js';
import { invariant } from '../../base/errors.js';
import { finish } from '../../base/steps.js';
import { type Box3, emptyBox, growBox, isEmptyBox, type Vec3 } from '../../base/vec3.js';
import { ownBox } from '../box-of-copies.js';
import type { Mesh } from '../model.js';
import type { Scene, SceneInstance } from '../scene.js';
import { convexHull, leastRectangle, type Point2 } from './least-rectangle.js';

/** The bounding box of an object, upright in the world or in the frame of a body. */
export interface ObjectBox {
  centre: Vec3;
  /** Extents along its own x, y and z, metres; without a front, the first is the longer side of its base. */
  size: Vec3;
  /** Angle from the frame's x axis to its own, about z, radians; without a front, above −π/2 and at most π/2. */
  heading: number;
  /** Whether the heading is that of the object's front, instead of one of two possible ones. */
  hasFront: boolean;
}

/**
 * Adds the vertices of a placed mesh to the shapes of their objects, in the frame to which its transform leads;
 * `shapeOf`: the shape of an object by its number, undefined for those that nobody wants.
 */
export function addShapes(
  scene: Scene,
  instance: SceneInstance,
  shapeOf: (object: number) => ObjectShape | undefined,
): void {
  const mesh = scene.meshes[instance.mesh];
  const { groups, indices, origin, positions, triangleGroup } = mesh;
  const objects = groups.map((_, g) => scene.surfaces[instance.surfaceBase + g].instance);
  const shapes = new Map(objects.map((object) => [object, shapeOf(object)]));
  if (![...shapes.values()].some((shape) => shape !== undefined)) return;
  if (mesh.shapes) {
    for (const [object, shape] of shapes) {
      const box = shapes.size === 1 ? finish(ownBox(mesh)) : boxOfShapes(mesh, (group) => objects[group] === object);
      for (const corner of cornersOf(box)) shape?.add(transformPoint(instance.transform, corner), instance.transform);
    }
    return;
  }
  // Triangles share vertices, and nearly always with those of their own object.
  const added = new Uint32Array(positions.length / 3);
  for (const [k, vertex] of indices.entries()) {
    const object = objects[triangleGroup[Math.floor(k / 3)]];
    const shape = shapes.get(object);
    if (shape === undefined || added[vertex] === object) continue;
    added[vertex] = object;
    const at = 3 * vertex;
    const own: Vec3 = [positions[at] + origin[0], positions[at + 1] + origin[1], positions[at + 2] + origin[2]];
    shape.add(transformPoint(instance.transform, own), instance.transform);
  }
}

/** The box around some groups of a mesh in all its shapes, in its own frame. */
function boxOfShapes({ shapes, indices, origin, triangleGroup }: Mesh, isWanted: (group: number) => boolean): Box3 {
  const box = emptyBox();
  const [x, y, z] = origin;
  for (const key of shapes?.keys ?? [])
    for (const [k, vertex] of indices.entries())
      if (isWanted(triangleGroup[Math.floor(k / 3)]))
        growBox(box, key[3 * vertex] + x, key[3 * vertex + 1] + y, key[3 * vertex + 2] + z);
  return box;
}

function cornersOf(box: Box3): Vec3[] {
  if (isEmptyBox(box)) return [];
  const side = (corner: number, axis: 0 | 1 | 2) => ((corner >> axis) & 1 ? box.max : box.min)[axis];
  return Array.from({ length: 8 }, (_, corner) => [side(corner, 0), side(corner, 1), side(corner, 2)]);
}

/** Some 50 kB: memory must suffice for objects with millions of vertices as well as for millions of objects. */
const BASE_MAX = 1024;

/** The vertices of an object. */
export class ObjectShape {
  private base: Point2[] = [];
  /** Points of the base before those within its hull are dropped. */
  private most = BASE_MAX;
  private bottom = Infinity;
  private top = -Infinity;
  /** Transform of the mesh; null: there are several. */
  private transform: Affine | null | undefined;

  add([x, y, z]: Vec3, transform: Affine): void {
    if (this.base.push([x, y]) > this.most) this.keepCorners();
    this.bottom = Math.min(this.bottom, z);
    this.top = Math.max(this.top, z);
    this.transform = this.transform === undefined || this.transform === transform ? transform : null;
  }

  private keepCorners(): void {
    this.base = convexHull(this.base);
    this.most = Math.max(BASE_MAX, 2 * this.base.length);
  }

  /** The box along the `front`, if it is known; undefined for an object without triangles. */
  box(front: number | undefined): ObjectBox | undefined {
    if (this.base.length === 0) return undefined;
    const hull = convexHull(this.base);
    if (front !== undefined) return { ...boxAlong(hull, front, [this.bottom, this.top]), hasFront: true };
    return boxOfLongSide(hull, this.sideOf(hull), [this.bottom, this.top]);
  }

  /**
   * The same in the frame of a body that moves. Without a front, it lies along that of its sides that is nearest to the
   * body's y axis, which is forward.
   */
  boxInBody(front: number | undefined): ObjectBox | undefined {
    if (this.base.length === 0 || front !== undefined) return this.box(front);
    const hull = convexHull(this.base);
    const side = this.sideOf(hull);
    const quarters = Math.round((FORWARD - side) / QUARTER);
    return { ...boxAlong(hull, side + quarters * QUARTER, [this.bottom, this.top]), hasFront: false };
  }

  /** The direction of a side of its base. */
  private sideOf(hull: readonly Point2[]): number {
    const own = this.transform ? uprightHeading(this.transform) : undefined;
    return own ?? leastRectangle(hull);
  }
}

const QUARTER = Math.PI / 2;

/** The direction of y from x. */
const FORWARD = QUARTER;

/**
 * Largest deviation of axes from upright, or from right angles, that counts as rounding, as a share of their length.
 */
const SKEW_MAX = 1e-6;

/**
 * The direction of the x axis of a mesh about z; undefined if the mesh does not stand upright, or was not moved from
 * its place in its file.
 */
function uprightHeading(m: Affine): number | undefined {
  if (m === IDENTITY) return undefined;
  const [x, y, z] = [0, 1, 2].map((axis) => [m[axis], m[axis + 4], m[axis + 8]] as const);
  const lengths = [x, y, z].map((axis) => Math.hypot(...axis));
  const skew = [x[2] / lengths[0], y[2] / lengths[1], z[0] / lengths[2], z[1] / lengths[2]];
  skew.push((x[0] * y[0] + x[1] * y[1]) / (lengths[0] * lengths[1]));
  return skew.every((share) => Math.abs(share) <= SKEW_MAX) ? Math.atan2(x[1], x[0]) : undefined;
}

/** The box around a hull with a side in this direction, along the longer side. */
function boxOfLongSide(hull: readonly Point2[], direction: number, height: readonly [number, number]): ObjectBox {
  const { centre, size, heading } = boxAlong(hull, direction, height);
  const [along, across, up] = size;
  const isLong = along >= across;
  return {
    centre,
    size: isLong ? size : [across, along, up],
    heading: halfTurn(isLong ? heading : heading + Math.PI / 2),
    hasFront: false,
  };
}

/** The box around a hull whose x axis has this direction. */
function boxAlong(
  hull: readonly Point2[],
  direction: number,
  [bottom, top]: readonly [number, number],
): Pick<ObjectBox, 'centre' | 'size' | 'heading'> {
  invariant(hull.length > 0, 'a box is around something');
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  const along = extentOf(hull.map(([x, y]) => x * c + y * s));
  const across = extentOf(hull.map(([x, y]) => y * c - x * s));
  const [u, v] = [(along.min + along.max) / 2, (across.min + across.max) / 2];
  return {
    centre: [u * c - v * s, u * s + v * c, (bottom + top) / 2],
    size: [along.max - along.min, across.max - across.min, top - bottom],
    heading: direction,
  };
}

/** A side has no front: its direction within half a turn. */
const halfTurn = (angle: number): number => Math.atan(Math.tan(angle));

function extentOf(values: readonly number[]) {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { min, max };
}
