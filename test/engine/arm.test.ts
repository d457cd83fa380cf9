import { describe, expect, it } from 'vitest';
import { type Affine, compose, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { Point } from '../../src/device/records.generated.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import { ARM_NODES, ARM_SECONDS, armAt, armCorners, armFile } from '../support/arm-model.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { bruteForce, type Placed, sceneWithMovers } from '../support/movers.js';
import { moverInput, TURN_AT_STATION } from '../support/moving-surveys.js';
import { meshOf } from '../support/scenes.js';
import { movingSurvey } from '../survey/scene/motion/moving-scene.js';

const FIELDS = Point.SIZE / 4;
/** Seconds of the scene's clock at the leg's start, and metres a second of the part. */
const START = 2.4;
const SPEED = 4;

/** The arm before the sensor at a time, each node where f64 puts it, on the floor of the survey. */
function armBefore(time: number, speed: number) {
  const part: Affine = compose(translation([4, 3 + speed * time, 0]), [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0]);
  const moment = time - ARM_SECONDS * Math.floor(time / ARM_SECONDS);
  const placed = ARM_NODES.map((node, mesh): Placed => ({ mesh, transform: compose(part, armAt(node, moment)) }));
  return sceneWithMovers(
    ARM_NODES.map((node) => meshOf(armCorners(node))),
    placed,
  );
}

async function pointsOn(open: OpenEngine, speed: number) {
  const motion = speed === 0 ? '' : `, motion: { velocity: [0, ${speed}, 0] }`;
  const arm = `{ name: arm, file: arm.gltf, transform: { translate: [4, 3, 0] }, animation: { clip: Dig }${motion} }`;
  const { scene: description } = await loadSurvey(await movingSurvey(arm, { files: { 'arm.gltf': armFile() } }));
  const scene = await loadScene(description);
  const { device, settings, program } = await moverInput({ scene, leg: TURN_AT_STATION, sceneTime: START });
  const engine = await open(device);
  const found: { position: Vec3; time: number; isArm: boolean }[] = [];
  for await (const { outputs } of engine.trace(settings, program)) {
    const words = outputs.points.words.slice();
    const floats = new Float32Array(words.buffer);
    for (let at = 0; at < words.length; at += FIELDS) {
      const f32 = (field: number) => floats[at + field / 4];
      found.push({
        position: [0, 4, 8].map((k, axis) => f32(Point.position + k) + scene.frameOrigin[axis]) as unknown as Vec3,
        time: START + f32(Point.timeHigh) + f32(Point.timeLow),
        isArm: scene.names.instances[scene.surfaces[words[at + Point.surface / 4]].instance] !== 'floor',
      });
    }
  }
  await engine.close();
  return found;
}

describe.each(ENGINES)('an arm that a clip moves, on the %s', (_, there, open) => {
  it.skipIf(!there).each([
    ['standing', 0, ['base', 'boom', 'bucket']],
    ['driving', SPEED, ['base', 'boom', 'bucket', 'chassis']],
  ])('is hit where f64 finds it, %s', async (_name, speed, seen) => {
    const sensor: Vec3 = [0.2, 0.1, 1.6];
    const points = (await pointsOn(open, speed)).filter(({ isArm }) => isArm);
    expect(points.length).toBeGreaterThan(400);
    const nodes = new Set<string>();
    let [worst, elsewhere] = [0, 0];
    const looked = points.filter((__, k) => k % 3 === 0);
    for (const { position, time } of looked) {
      const way = position.map((value, axis) => value - sensor[axis]);
      const range = Math.hypot(...way);
      const direction = way.map((value) => value / range) as unknown as Vec3;
      const hit = bruteForce(armBefore(time, speed), sensor, direction, time);
      if (hit) nodes.add(ARM_NODES[hit.instance]);
      // A beam that just meets an edge here may miss it there.
      const off = hit ? Math.abs(hit.distance - range) : Infinity;
      if (off < 0.05) worst = Math.max(worst, off);
      else elsewhere++;
    }
    expect([...nodes].sort()).toEqual(seen);
    expect(elsewhere / looked.length).toBeLessThan(0.01);
    expect(worst).toBeLessThan(1e-3);
  });
});
