import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { compose, invert, transformPoint } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import { instanceTransformAt } from '../../src/scene/motion/instance-transform.js';
import { bodyPoseAt } from '../../src/scene/motion/motion-pose.js';
import type { Scene } from '../../src/scene/scene.js';
import type { SurveyFormatOptions } from '../../src/survey/survey-format.js';
import { HELIOS } from './helios-reference.js';
import { document, type HeliosSurvey, leg, load, part, writeHeliosSurvey } from './helios-survey.js';

/** A box about a point, with edges of 2, 4 and 6 m. */
const boxAt = ([x, y, z]: Vec3): string => {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (k) => `v ${x + (k & 1 ? 1 : -1)} ${y + (k & 2 ? 2 : -2)} ${z + (k & 4 ? 3 : -3)}`,
  );
  return `${corners.join('\n')}\nf 1 2 4 3\nf 5 6 8 7\nf 1 2 6 5\n`;
};

/** The middle of the scene of plate.obj and box.obj: the plate is 40 m wide about the origin, the box 10 m high. */
export const BOX: Vec3 = [2, 3, 7];
export const MIDDLE: Vec3 = [0, 0, 5];

/** A leg of 100,000 steps a second, which lasts so many seconds. */
export const lasting = (seconds: number): string => leg('x="1" y="2" z="3"', `headRotateStop_deg="${10 * seconds}"`);

/** A survey of a plate and a box that moves, 0.1 s long. */
export const moving = (motions: string, { steps = '', scene = '' } = {}): HeliosSurvey => ({
  legs: lasting(0.1),
  files: {
    'scene.xml': document(
      `<scene id="c" name="plate" ${scene}>${part(load('plate.obj'))}\n${part(load('box.obj') + motions, steps)}</scene>`,
    ),
    'box.obj': boxAt(BOX),
  },
});

/** A sequence of motions. */
export const dmotion = (motions: string, attributes = 'id="a" loop="0"'): string =>
  `<dmotion ${attributes}>${motions}</dmotion>`;

/** The scene of a survey of HELIOS++. */
export async function sceneOf(survey: HeliosSurvey, options: SurveyFormatOptions = {}): Promise<Scene> {
  const { file } = writeHeliosSurvey(survey);
  const { scene } = await loadSurvey(file, options);
  return loadScene(scene);
}

const moversOf = (scene: Scene) => scene.instances.filter(({ motion }) => motion !== undefined);

/** Where a point of the moving part is that stood at `point`, `time` seconds after the survey began. */
export function placeAt(scene: Scene, time: number, point: Vec3): Vec3 {
  const [mover] = moversOf(scene);
  const start = instanceTransformAt(scene, mover, -1e6);
  return transformPoint(compose(instanceTransformAt(scene, mover, time), invert(start)), point);
}

/** Where a corner of the moving part is in a step, of the part or of its mirror image; exactly one must be there. */
export function cornerAt(scene: Scene, step: number, corner: number): Vec3 {
  const time = step / 100_000;
  const there = moversOf(scene).filter(({ motion }) => bodyPoseAt(scene.motions![motion!], time).isVisible);
  expect(there.length).toBe(1);
  const { positions, origin } = scene.meshes[there[0].mesh];
  const [x, y, z] = positions.subarray(3 * corner, 3 * corner + 3);
  expect(origin).toEqual([0, 0, 0]);
  return transformPoint(instanceTransformAt(scene, there[0], time), [x, y, z]);
}

/** Where a point of the moving part is in a step of 10 µs. */
export const stepped = (scene: Scene, step: number, point: Vec3 = BOX) => placeAt(scene, step / 100_000, point);

/** Goes on by (1, −3, 0) mm each update. */
export const CUBE = dmotion('<motion type="translation" vec="0.001;-0.003;0"/>');

/** The parts that move of HELIOS++'s scene of a street, as its file has them. */
const urban = () =>
  readFileSync(join(HELIOS, 'data/scenes/dyn/urban_dyn_scene.xml'), 'utf8').split('<part').slice(1, 3);

/** A box in place of the car of that number, whose mesh is missing, moved as the scene says. */
export const sceneOfCar = (car: number, middle: Vec3): Promise<Scene> =>
  sceneOf({
    legs: leg('x="1" y="2" z="3"', 'pulseFreq_hz="20312" headRotateStop_deg="200"'),
    files: {
      'scene.xml': document(
        `<scene id="c" dynTimeStep="0.08333333333333333">${part(load('plate.obj'))}
        ${part(load('car.obj') + (urban()[car].match(/<dmotion[\s\S]*<\/dmotion>/) ?? [''])[0])}</scene>`,
      ),
      'car.obj': boxAt(middle),
    },
  });

/** Seconds until that scene has made so many updates: 1692 steps, not 1692.67, lie between two. */
export const after = (updates: number): number => ((updates - 1) * 1692 + 1) / 20312;
