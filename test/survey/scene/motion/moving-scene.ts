import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Affine, transformDirection, transformPoint } from '../../../../src/base/affine.js';
import type { Log } from '../../../../src/base/log.js';
import type { Vec3 } from '../../../../src/base/vec3.js';
import { loadScene, loadSurvey } from '../../../../src/node-surveys.js';
import type { LabelledGroup } from '../../../../src/scene/labels/labelled-group.js';
import { instanceTransformAt } from '../../../../src/scene/motion/instance-transform.js';
import type { Scene } from '../../../../src/scene/scene.js';
import { surveyText, writeSurvey } from '../../survey-file.js';

/** A car 4.5 m long along y and 2 m wide, its origin in the middle of its bottom, as triangles of a box's two sides. */
const CAR = [
  'v -1 -2.25 0\nv 1 -2.25 0\nv 1 2.25 0\nv -1 2.25 0\nv -1 -2.25 1.5\nv 1 -2.25 1.5\nv 1 2.25 1.5\nv -1 2.25 1.5',
  'f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n',
].join('\n');

/** A cart of two nodes with a material each. */
const CART = `${CAR.split('f 5')[0]}o wheel\nusemtl b\nf 5 6 7\n`;

interface MovingOptions {
  seconds?: number;
  files?: Record<string, string | Uint8Array>;
  /** YAML of the scene's traffic; absent: none. */
  traffic?: string;
  /** Further sections. */
  more?: Record<string, string>;
}

/** A survey of a floor and of `parts` (YAML of a list in braces) whose legs last `seconds`, and its files beside it. */
export async function movingSurvey(
  parts: string,
  { seconds = 10, files = {}, traffic, more = {} }: MovingOptions = {},
): Promise<string> {
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ { name: floor, file: floor.obj }, ${parts} ]${traffic ? `, traffic: ${traffic}` : ''} }`,
      legs: `legs: [ { position: [0, 0, 1.7], duration: ${seconds} } ]`,
      ...more,
    }),
  );
  const floor = 'v -5 -5 0\nv 5 -5 0\nv 5 5 0\nv -5 5 0\nf 1 2 3\nf 1 3 4\n';
  const models = { 'floor.obj': floor, 'car.obj': CAR, 'cart.obj': CART, ...files };
  for (const [name, content] of Object.entries(models)) await writeFile(join(dirname(file), name), content);
  return file;
}

/** The scene of such a survey. */
export async function movingScene(
  parts: string,
  {
    log,
    onGroups,
    ...options
  }: MovingOptions & { log?: Log; onGroups?: (groups: readonly LabelledGroup[]) => void } = {},
): Promise<Scene> {
  const { scene } = await loadSurvey(await movingSurvey(parts, options), { log });
  return loadScene(scene, { log, onGroups });
}

/** The map of the `k`-th mover from its mesh to the world at `time`. */
export function moverAt(scene: Scene, time: number, k = 0): Affine {
  const movers = scene.instances.filter(({ motion }) => motion !== undefined);
  return instanceTransformAt(scene, movers[k], time);
}

/** Where a point of a mover's body is at `time`. */
export const placeAt = (scene: Scene, time: number, body: Vec3 = [0, 0, 0], k = 0): Vec3 =>
  transformPoint(moverAt(scene, time, k), body);

/** The heading of a mover's y axis at `time`, degrees clockwise from north, 0…360. */
export function headingAt(scene: Scene, time: number, k = 0): number {
  const [x, y] = transformDirection(moverAt(scene, time, k), [0, 1, 0]);
  return ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360;
}
