import { type Affine, compose } from '../base/affine.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { Bodies, type BodyAt, warnOfFront } from './bodies.js';
import type { PlacedMesh } from './flatten.js';
import { FRONT_AXES } from './front-axes.js';
import { headingAlong } from './fronts.js';
import type { InstanceNames } from './labels/instance-names.js';
import { mergeModel } from './merge-model.js';
import type { MeshInstance, Model } from './model.js';
import type { SceneClock } from './motion/part-motion.js';
import { frontOfPart } from './part-front.js';
import { hasSingleObject, isOneObject } from './part-objects.js';
import type { GroundTest, PlacedPart } from './place/place-parts.js';
import type { SplitPart, Surface } from './scene.js';
import type { PlacementFacts, ScenePart } from './scene-description.js';
import type { SurfaceKind, SurfaceKinds } from './surface-kinds.js';
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
  log: Log;
}

/** The meshes of all parts at their places, with the numbers of their objects. */
export function* piecesOfParts(parts: readonly PlacedPart[], context: PieceContext): Steps<PlacedMesh[]> {
  const all: PlacedMesh[] = [];
  const bodies = yield* Bodies.of(parts, context);
  for (const part of parts) {
    const isOnce = part.description.placement.kind === 'once';
    const bodyAt = bodies.at(part);
    const pieces = isOnce ? piecesOfOnce(part, bodyAt, context) : yield* piecesOfPlacements(part, bodyAt, context);
    for (const piece of pieces) if (all.push(piece) % ROUNDS_A_STEP === 0) yield;
    const mirroredAt = bodies.mirroredAt(part);
    // Its numbers, trees and warnings are those of the part.
    if (mirroredAt) all.push(...piecesOfOnce(part, mirroredAt, { ...context, trees: [], split: [], log: SILENT_LOG }));
  }
  return all;
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
  const { place, ...moves } = bodyAt(0);
  const front = axis && headingAlong(place, axis);
  warnOfFront(description, front, log);
  for (const instance of model.instances) {
    const surfaces = kinds.of(model, instance, description.name).map((kind) => surfaceOf(kind, id));
    if (isTree(instance)) trees.push(treeAt(instance, transforms[0], { id, name: names.names[id] }));
    yield { ...placedAt(model, instance, place), ...moves, surfaces, ...(front !== undefined && { front }) };
  }
}

const placedAt = ({ meshes }: Model, { mesh, transform }: MeshInstance, place: Affine) => ({
  mesh: meshes[mesh],
  transform: compose(place, transform),
});

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
  const { place, ...moves } = bodyAt(0);
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
    const placed = placedAt(model, instance, place);
    const front = whole ? headingAlong(place, whole) : frontOfObject(description, instance, placed.transform);
    yield { ...placed, ...moves, surfaces, ...(front !== undefined && { front }) };
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

/** One id per placement; the model becomes one mesh. */
function* piecesOfPlacements(
  part: PlacedPart,
  bodyAt: BodyAt,
  { kinds, names, trees, log }: PieceContext,
): Steps<Iterable<PlacedMesh>> {
  const { description, model, transforms, facts = [] } = part;
  const merged = yield* mergeModel(
    description.name,
    model,
    model.instances.map((instance) => kinds.of(model, instance, description.name)),
  );
  const axis = frontOfPart(part, kinds, log);
  const known = model.instances.filter(isTree);
  // One at a time: a list of millions would double the memory.
  return (function* () {
    for (const [index, transform] of transforms.entries()) {
      const { instance, semantic } = facts[index] ?? {};
      const name = placementName(description.name, facts[index], index);
      const id = instance === undefined ? idOf(description, names, name) : names.assign(instance, name);
      const unlabelled = semantic === undefined ? 0 : kinds.labels.numberOf(semantic);
      const surfaces = merged.kinds.map((kind) =>
        surfaceOf(kind.semantic === 0 ? { ...kind, semantic: unlabelled } : kind, id),
      );
      for (const tree of known) trees.push(treeAt(tree, transform, { id, name: names.names[id] }));
      const { place, ...moves } = bodyAt(index);
      const front = axis && headingAlong(place, axis);
      if (index === 0) warnOfFront(description, front, log);
      const placed = { mesh: merged.mesh, transform: compose(place, merged.transform), ...moves, surfaces };
      yield front === undefined ? placed : { ...placed, front };
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
