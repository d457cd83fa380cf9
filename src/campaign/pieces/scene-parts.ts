import { type Box3, isEmptyBox } from '../../base/vec3.js';
import { needsSceneMiddle } from '../../scene/motion/compose-moves.js';
import { outlineOf, type PartOutline, type ReducedScene } from '../../scene/part-outline.js';
import { partBoxes } from '../../scene/place/part-boxes.js';
import type { PlacedPart } from '../../scene/place/place-parts.js';
import { movesInRun, type ScenePart } from '../../scene/scene-description.js';
import { partInputs } from '../../survey/check-outputs.js';

/** Facts of a scene's part that decide whether pieces may leave it out. */
export interface KnownPart {
  /** Around all its placements, in the world. */
  box: Box3;
  /** Absent: it is always read. */
  outline?: PartOutline;
}

/** A plan's facts of the whole scene, for pieces that do not read all of it. */
export interface WholeScene extends Pick<ReducedScene, 'frameOrigin' | 'bounds' | 'classes'> {
  /** Outlines of the parts that some piece leaves out, by number of the part. */
  outlines: Readonly<Record<number, PartOutline>>;
}

/** The facts of the parts of a scene. If parts stand on others, all are always read: places follow from the ground;
 * what moves is always read, too, and all where a motion follows from the middle of the scene, or the platform, whose
 * legs may stand on the ground, carries a part. */
export function knownParts(parts: readonly PlacedPart[]): KnownPart[] {
  const isBound = parts.some(({ description: { stand, placement, motion } }) => {
    const isAbout = motion !== undefined && 'updates' in motion && needsSceneMiddle(motion.updates);
    return (
      isAbout ||
      (motion && 'carrier' in motion) ||
      stand !== undefined ||
      (placement.kind === 'scatter' && placement.on !== undefined)
    );
  });
  return partBoxes(parts).map((box, part) => {
    const isEverywhere = movesInRun(parts[part].description);
    const outline = isBound || isEverywhere || isEmptyBox(box) ? undefined : outlineOf(parts[part].model);
    return { box, ...(outline && { outline }) };
  });
}

/** Numbers of the parts that none of the pulses within `reach` can meet; not all parts, since a scene has some. */
export function partsBeyond(reach: Box3, parts: readonly KnownPart[]): number[] {
  const beyond = [...parts.keys()].filter((k) => parts[k].outline !== undefined && !touches(parts[k].box, reach));
  return beyond.length === parts.length ? beyond.slice(1) : beyond;
}

const touches = (a: Box3, b: Box3): boolean =>
  [0, 1, 2].every((axis) => a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis]);

/** The scene for a piece that leaves these parts out; undefined: all of it. */
export function reducedScene(
  whole: WholeScene | undefined,
  without: readonly number[] | undefined,
): ReducedScene | undefined {
  if (!whole || !without) return undefined;
  const { outlines, ...common } = whole;
  return { ...common, outlines: new Map(without.map((part) => [part, outlines[part]])) };
}

/** Paths of the files that only parts which are left out name. */
export function unreadFiles(parts: readonly ScenePart[], without: readonly number[] = []): Set<string> {
  const unread = new Set(without.flatMap((k) => partInputs(parts[k])));
  for (const [k, part] of parts.entries())
    if (!without.includes(k)) for (const path of partInputs(part)) unread.delete(path);
  return unread;
}
