import { type Affine, compose } from '../base/affine.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { Bodies, type BodyAt, carrierOf, type PartPlace, warnOfFront } from './bodies.js';
import type { bodyOfShapes } from './body-of-shapes.js';
import type { PlacedMesh } from './flatten.js';
import { FRONT_AXES } from './front-axes.js';
import { headingAlong } from './fronts.js';
import type { InstanceNames } from './labels/instance-names.js';
import type { limbsOf } from './limbs.js';
import { type MergedModel, mergeModel } from './merge-model.js';
import { type MeshInstance, type Model, mergedInstances } from './model.js';
import type { SceneClock } from './motion/part-motion.js';
import { frontOfPart } from './part-front.js';
import { hasSingleObject, isOneObject } from './part-objects.js';
import type { GroundTest, PlacedPart } from './place/place-parts.js';
import type { SplitPart, Surface } from './scene.js';
import type { PlacementFacts, ScenePart } from './scene-description.js';
import type { SurfaceKind, SurfaceKinds } from './surface-kinds.js';
import type { limbsOfTraffic } from './traffic-limbs.js';
import { isTree, type SceneTree, treeAt } from './trees/stand.js';

/** What the pieces of all parts have in common. */
interface PieceContext {
  kinds: SurfaceKinds;
  names: InstanceNames;
  /** Receives the parts of which several objects were made. */
  split: SplitPart[];
  /** Receives the trees of which something is known. */
  trees: SceneTree[];
  /** The time of the run; absent: unknown. */
  clock?: SceneClock;
  /** Whether groups of a part are ground. */
  isGround: GroundTest;
  /** Moves the bodies of clips; absent: no part has any. */
  limbsOf?: typeof limbsOf;
  /** Bends the meshes of clips, likewise. */
  bodyOfShapes?: typeof bodyOfShapes;
  /** Moves generated traffic; absent: no part has any. */
  limbsOfTraffic?: typeof limbsOfTraffic;
  log: Log;
}

/**
 * The meshes of all parts at their places, with the numbers of their objects: part after part, and behind them the
 * mirror images of parts.
 */
export function* piecesOfParts(parts: readonly PlacedPart[], context: PieceContext): Steps<PlacedMesh[]> {
  const all: PlacedMesh[] = [];
  const images: PlacedMesh[] = [];
  const bodies = yield* Bodies.of(parts, context);
  for (const part of parts) {
    const isOnce = part.description.placement.kind === 'once';
    const bodyAt = bodies.at(part);
    const pieces = isOnce ? piecesOfOnce(part, bodyAt, context) : yield* piecesOfPlacements(part, bodyAt, context);
    for (const piece of pieces) if (all.push(piece) % ROUNDS_A_STEP === 0) yield;
    const mirroredAt = bodies.mirroredAt(part);
    // Its numbers, trees and warnings are those of the part.
    if (mirroredAt)
      images.push(...piecesOfOnce(part, mirroredAt, { ...context, trees: [], split: [], log: SILENT_LOG }));
  }
  return [...all, ...images];
}

function piecesOfOnce(part: PlacedPart, bodyAt: BodyAt, context: PieceContext): Iterable<PlacedMesh> {
  const { description } = part;
  const { kinds, log } = context;
  // Without a wish, a single object keeps the name that its file gives it.
  const isSingle = hasSingleObject(part, kinds) && description.objects === undefined;
  if (isSingle) return piecesOfObjects(part, bodyAt, context, isSingle);
  if (description.instance !== undefined) return piecesOfWhole(part, bodyAt, context);
  if (!isOneObject(part, kinds)) return piecesOfObjects(part, bodyAt, context);
  if (description.objects === undefined) {
    const nodes = part.model.instances.length;
    log.info(`part ${description.name}: its ${nodes} nodes are one object; objects: node keeps them apart`);
  }
  return piecesOfWhole(part, bodyAt, context);
}

/** One id for all of a part; meshes that the model uses several times stay shared. */
function* piecesOfWhole(
  part: PlacedPart,
  bodyAt: BodyAt,
  { kinds, names, trees, log }: PieceContext,
): Generator<PlacedMesh> {
  const { description, model, transforms } = part;
  const id = idOf(description, names, description.name);
  const axis = frontOfPart(part, kinds, log);
  const body = bodyAt(0);
  const front = axis && headingAlong(body.place, axis);
  warnOfFront(description, front, log);
  for (const instance of model.instances) {
    const surfaces = kinds.of(model, instance, description.name).map((kind) => surfaceOf(kind, id));
    if (isTree(instance)) trees.push(treeAt(instance, transforms[0], { id, name: names.names[id] }));
    yield { ...placedAt(model, instance, body), surfaces, ...(front !== undefined && { front }) };
  }
}

/** Mesh, place and motion of an instance of a model. */
function placedAt({ meshes }: Model, { mesh, transform, body }: MeshInstance, part: PartPlace) {
  const { place, ...moves } = carrierOf(part, body, meshes[mesh]);
  return { mesh: meshes[mesh], transform: compose(place, transform), ...moves };
}

/** One id per object; meshes that the model uses several times stay shared. `isAlone`: it is the only one. */
function* piecesOfObjects(
  part: PlacedPart,
  bodyAt: BodyAt,
  context: PieceContext,
  isAlone = false,
): Generator<PlacedMesh> {
  const { description, model, transforms } = part;
  const { kinds, names, split, trees, log } = context;
  const objects: number[] = [];
  const whole = isAlone ? frontOfPart(part, kinds, log) : undefined;
  const body = bodyAt(0);
  const { place } = body;
  warnOfFront(description, whole && headingAlong(place, whole), log);
  for (const instance of model.instances) {
    const ids = new Map<string, number>();
    const surfaces = kinds.of(model, instance, description.name).map((kind) => {
      const name = kind.object === description.name ? description.name : `${description.name}/${kind.object}`;
      const given = ids.size === 0 ? instance.tree?.instance : undefined;
      const own = () => (given === undefined ? idOf(description, names, name) : names.assign(given, name));
      const id = ids.get(kind.object) ?? own();
      ids.set(kind.object, id);
      return surfaceOf(kind, id);
    });
    const [id] = ids.values();
    if (isTree(instance)) trees.push(treeAt(instance, transforms[0], { id, name: names.names[id] }));
    objects.push(...ids.values());
    const placed = placedAt(model, instance, body);
    const front = whole ? headingAlong(place, whole) : frontOfObject(description, instance, placed.transform);
    yield { ...placed, surfaces, ...(front !== undefined && { front }) };
  }
  const { name, source } = description;
  if (objects.length > 1 && source.kind === 'file')
    split.push({ name, place: description.place, objects: Uint32Array.from(objects) });
}

/** The heading of the front of one of several objects of a model, which looks along an axis of its own node. */
function frontOfObject({ front }: ScenePart, { hasFront }: MeshInstance, transform: Affine): number | undefined {
  const own = hasFront ? '+x' : front;
  return own && headingAlong(transform, FRONT_AXES[own]);
}

/** A body of a model as one mesh; `body`: its number, or absent of what stands in the model. */
interface MergedBody extends MergedModel {
  body?: number;
}

/** A mesh for each body of a model. */
function* mergeBodies(name: string, model: Model, kinds: SurfaceKinds): Steps<MergedBody[]> {
  const merged: MergedBody[] = [];
  for (const instances of mergedInstances(model)) {
    const [{ body }] = instances;
    const own = instances.map((instance) => kinds.of(model, instance, name));
    merged.push({ ...(yield* mergeModel(name, { ...model, instances }, own)), ...(body !== undefined && { body }) });
  }
  return merged;
}

/** One id per placement; each body of the model becomes one mesh. */
function* piecesOfPlacements(
  part: PlacedPart,
  bodyAt: BodyAt,
  { kinds, names, trees, log }: PieceContext,
): Steps<Iterable<PlacedMesh>> {
  const { description, model, transforms, facts = [] } = part;
  const merged = yield* mergeBodies(description.name, model, kinds);
  const axis = frontOfPart(part, kinds, log);
  const known = model.instances.filter(isTree);
  // One at a time: a list of millions would double the memory.
  return (function* () {
    for (const [index, transform] of transforms.entries()) {
      const { instance, semantic } = facts[index] ?? {};
      const name = placementName(description.name, facts[index], index);
      const id = instance === undefined ? idOf(description, names, name) : names.assign(instance, name);
      const unlabelled = semantic === undefined ? 0 : kinds.labels.numberOf(semantic);
      for (const tree of known) trees.push(treeAt(tree, transform, { id, name: names.names[id] }));
      const part = bodyAt(index);
      const front = axis && headingAlong(part.place, axis);
      if (index === 0) warnOfFront(description, front, log);
      for (const { mesh, transform: own, body, kinds: known } of merged) {
        const surfaces = known.map((kind) =>
          surfaceOf(kind.semantic === 0 ? { ...kind, semantic: unlabelled } : kind, id),
        );
        const { place, ...moves } = carrierOf(part, body, mesh);
        const placed = { mesh, transform: compose(place, own), ...moves, surfaces };
        yield front === undefined ? placed : { ...placed, front };
      }
    }
  })();
}

/** `trees#3`, the third placement; of one with a number and a semantic class `trees/oak#1007`. */
function placementName(part: string, { id, instance, semantic }: PlacementFacts = {}, index: number): string {
  return `${semantic === undefined ? part : `${part}/${semantic}`}#${id ?? instance ?? index + 1}`;
}

/** The part's own number, or else that of a new object called `name`. */
const idOf = ({ instance, name: part }: ScenePart, names: InstanceNames, name: string): number =>
  instance === undefined ? names.add(name) : names.assign(instance, part);

const surfaceOf = ({ material, classification, semantic, isGround }: SurfaceKind, instance: number): Surface => ({
  instance,
  material,
  classification,
  semantic,
  ...(isGround && { isGround }),
});
