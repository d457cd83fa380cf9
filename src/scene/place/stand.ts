import { type Affine, compose, transformPoint, translation } from '../../base/affine.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import { type Box3, emptyBox, growBox, type Vec3 } from '../../base/vec3.js';
import type { Model } from '../model.js';
import type { ScenePart } from '../scene-description.js';
import { type Plane, PlaneFit, planeHeight } from './fit-plane.js';
import { type Ground, HeightGrid } from './height-grid.js';
import { eachVertex, type Foot, lowestVertex } from './lowest-vertex.js';

/** A part to be moved up or down until it stands on its ground. */
export interface StandingPart {
  description: ScenePart & { stand: NonNullable<ScenePart['stand']> };
  /** Replaced if its objects stand one by one. */
  model: Model;
  /** Model frame to world; replaced. */
  transforms: Affine[];
}

/**
 * Moves every placement of `parts`, which stand on the same `grounds`, up or down. On a surface, the lowest vertex
 * comes to the height of the highest surface under the middle of the lowest vertices. On a plane, either that vertex
 * comes to the plane, or the vertex that is lowest relative to it. The plane is fitted to all vertices of the first of
 * `grounds` whose box, seen from above, holds the lowest vertex. A part that sinks ends that far below. `onFault`
 * receives a part with a placement that has no ground under it.
 */
export function* standParts(
  parts: readonly StandingPart[],
  grounds: readonly Ground[],
  onFault: (part: StandingPart, fault: UserError) => void,
): Steps<void> {
  const feet = new FeetOfModels();
  const surface = yield* surfaceUnder(parts, grounds, feet);
  const planes = new GroundPlanes(grounds);
  for (const part of parts) {
    const { description, model, transforms } = part;
    for (const [k, transform] of transforms.entries()) {
      if (k % ROUNDS_A_STEP === 0) yield;
      const foot = yield* feet.along(model, transform, UP);
      if (foot === undefined) continue;
      const rise =
        description.stand.by === 'surface'
          ? surfaceRise(surface, transform, foot)
          : yield* planeRise(planes, feet, { description, model }, transform, foot);
      if (rise === undefined) {
        onFault(part, noGround(description, transforms.length > 1 ? k : undefined, transform, foot));
        break;
      }
      transforms[k] = compose(translation([0, 0, rise - (description.stand.sink ?? 0)]), transform);
    }
  }
}

const UP: Vec3 = [0, 0, 1];

/** The surfaces under the feet of all parts that stand on surfaces. */
function* surfaceUnder(
  parts: readonly StandingPart[],
  grounds: readonly Ground[],
  feet: FeetOfModels,
): Steps<HeightGrid | undefined> {
  const box = emptyBox();
  const standing = parts.filter(({ description }) => description.stand.by === 'surface');
  for (const { model, transforms } of standing)
    for (const [k, transform] of transforms.entries()) {
      if (k % ROUNDS_A_STEP === 0) yield;
      const foot = yield* feet.along(model, transform, UP);
      if (foot) growBox(box, ...transformPoint(transform, foot.middle));
    }
  if (standing.length === 0) return undefined;
  const area = { min: [box.min[0], box.min[1]], max: [box.max[0], box.max[1]] } as const;
  return yield* HeightGrid.over(grounds, area, standPlace(standing[0]));
}

const standPlace = ({ description: { stand, place } }: StandingPart): SourcePlace => stand.place ?? place;

function surfaceRise(surface: HeightGrid | undefined, transform: Affine, { vertex, middle }: Foot): number | undefined {
  const [x, y] = transformPoint(transform, middle);
  const height = surface?.heightAt(x, y);
  return height === undefined ? undefined : height - transformPoint(transform, vertex)[2];
}

function* planeRise(
  planes: GroundPlanes,
  feet: FeetOfModels,
  { description, model }: Pick<StandingPart, 'description' | 'model'>,
  transform: Affine,
  foot: Foot,
): Steps<number | undefined> {
  const [x, y, z] = transformPoint(transform, foot.vertex);
  const plane = yield* planes.under(x, y);
  if (plane === undefined || description.stand.by === 'plane-lowest') return plane && planeHeight(plane, x, y) - z;
  const nearest = yield* feet.along(model, transform, [-plane.east, -plane.north, 1]);
  if (nearest === undefined) return undefined;
  const [nearX, nearY, nearZ] = transformPoint(transform, nearest.vertex);
  return planeHeight(plane, nearX, nearY) - nearZ;
}

function noGround(
  { name, place, stand }: StandingPart['description'],
  copy: number | undefined,
  transform: Affine,
  foot: Foot,
) {
  // The point below which ground was searched.
  const [corner, point]: [string, Vec3] =
    stand.by === 'surface' ? ['the middle of its lowest corners', foot.middle] : ['its lowest corner', foot.vertex];
  const [x, y] = transformPoint(transform, point);
  const below = `below ${corner}, at (${x.toFixed(3)}, ${y.toFixed(3)})`;
  const who = copy === undefined ? name : `${name}#${copy + 1}`;
  const what =
    stand.part === undefined ? 'no surface of class ground or road surface' : `nothing of part ${stand.part}`;
  return new UserError(`${who} stands on the ground, but there is ${what} ${below}`, {
    place: stand.place ?? place,
    hint:
      stand.part === undefined
        ? 'Give the ground the class ground by a label, place the part over it, or leave out "on".'
        : 'Place the part over it, or leave out "on".',
  });
}

/** Lowest vertices of models by direction: most placements of a model share it, since they stand upright. */
class FeetOfModels {
  private readonly known = new Map<Model, Map<string, Foot | undefined>>();

  /** The vertex of the placed model that is lowest along `up`, a vector of the world. */
  *along(model: Model, transform: Affine, up: Vec3): Steps<Foot | undefined> {
    const row = [0, 1, 2].map((k) => up[0] * transform[k] + up[1] * transform[4 + k] + up[2] * transform[8 + k]);
    const length = Math.hypot(...row);
    const key = row.map((value) => (value / length).toFixed(DIGITS)).join();
    const feet = this.known.get(model) ?? new Map<string, Foot | undefined>();
    this.known.set(model, feet);
    if (!feet.has(key)) feet.set(key, yield* lowestVertex(model, [row[0], row[1], row[2]]));
    return feet.get(key);
  }
}

/** Directions that agree in this number of decimals are the same. */
const DIGITS = 12;

/** A ground at one of its placements. */
interface GroundPlane {
  ground: Ground;
  transform: Affine;
  box: Box3;
  /** The fitted plane; absent: not fitted yet. */
  plane?: Plane;
}

/** Planes through grounds, fitted on demand. */
class GroundPlanes {
  private readonly grounds: readonly Ground[];
  private planes: GroundPlane[] | undefined;

  constructor(grounds: readonly Ground[]) {
    this.grounds = grounds;
  }

  /** The plane of the first ground whose box holds (x, y). */
  *under(x: number, y: number): Steps<Plane | undefined> {
    this.planes ??= yield* planesOf(this.grounds);
    const found = this.planes.find(({ box: { min, max } }) => min[0] <= x && x <= max[0] && min[1] <= y && y <= max[1]);
    if (found === undefined) return undefined;
    found.plane ??= yield* fitTo(found);
    return found.plane;
  }
}

function* planesOf(grounds: readonly Ground[]): Steps<GroundPlane[]> {
  const planes: GroundPlane[] = [];
  for (const ground of grounds.filter(beginsWithGround))
    for (const transform of ground.transforms) {
      const box = emptyBox();
      yield* eachVertex(ground.model, (point) => growBox(box, ...transformPoint(transform, point)));
      planes.push({ ground, transform, box });
    }
  return planes;
}

/** Whether the first triangle of a model is ground for others. */
function beginsWithGround({ model, isGround }: Ground): boolean {
  const index = model.instances.findIndex(({ mesh }) => model.meshes[mesh].triangleGroup.length > 0);
  return index >= 0 && (isGround?.(index, model.meshes[model.instances[index].mesh].triangleGroup[0]) ?? true);
}

function* fitTo({ ground, transform }: GroundPlane): Steps<Plane | undefined> {
  const fit = new PlaneFit();
  yield* eachVertex(ground.model, (point) => fit.add(transformPoint(transform, point)));
  return fit.plane();
}
