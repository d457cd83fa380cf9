import { beforeAll, describe, expect, it } from 'vitest';
import { type Affine, compose, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { Point } from '../../src/device/records.generated.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { bruteForce, type Placed, sceneWithMovers } from '../support/movers.js';
import { moverInput, TURN_AT_STATION } from '../support/moving-surveys.js';
import { meshOf } from '../support/scenes.js';
import { WALK_SECONDS, WALKER_NODES, walkerBetweenKeys, walkerFile } from '../support/walker-model.js';
import { movingSurvey } from '../survey/scene/motion/moving-scene.js';

const FIELDS = Point.SIZE / 4;
/** Seconds of the scene's clock at the leg's start. */
const START = 2.4;
const SENSOR: Vec3 = [0.2, 0.1, 1.6];

/** A way to play the clip: the keys of the survey, where the part is at first, and the moment of the clip at a time. */
interface Played {
  keys: string;
  offset: Vec3;
  velocity: number;
  momentAt: (time: number) => number;
}

const wrapped = (moment: number) => moment - WALK_SECONDS * Math.floor(moment / WALK_SECONDS);

/** Walkers by their parts. */
const WALKS: Record<string, Played> = {
  'by the clock': {
    keys: 'animation: { clip: Walk, speed: 1.5, offset: 0.3 }',
    offset: [4, 3, 0],
    velocity: 0,
    momentAt: (time) => wrapped(0.3 + 1.5 * time),
  },
  'by its way': {
    keys: 'animation: { clip: Walk, stride: 1.1 }, motion: { velocity: [0, 4, 0] }',
    offset: [4, -9, 0],
    velocity: 4,
    momentAt: (time) => wrapped(((4 * time) / 1.1) * WALK_SECONDS),
  },
  once: {
    keys: 'animation: { clip: Walk, loop: false, offset: -1.85 }',
    offset: [0, -5, 0],
    velocity: 0,
    momentAt: (time) => Math.min(Math.max(time - 1.85, 0), WALK_SECONDS),
  },
};

/** A walker at a time, each node where f64 puts it between its keys. */
function walkerBefore({ offset: [x, y, z], velocity, momentAt }: Played, time: number) {
  const part: Affine = compose(translation([x, y + velocity * time, z]), [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0]);
  const moment = momentAt(time);
  const placed = WALKER_NODES.map((_, mesh): Placed => ({ mesh, transform: part }));
  return sceneWithMovers(
    WALKER_NODES.map((node) => meshOf(walkerBetweenKeys(node, moment))),
    placed,
  );
}

interface Seen {
  position: Vec3;
  time: number;
  /** Its part. */
  object: string;
}

async function pointsOn(open: OpenEngine): Promise<Seen[]> {
  const parts = Object.entries(WALKS).map(
    ([name, { keys, offset }]) =>
      `{ name: ${name}, file: walker.gltf, transform: { translate: [${offset}] }, objects: part, ${keys} }`,
  );
  const survey = await movingSurvey(parts.join(', '), { files: { 'walker.gltf': walkerFile() } });
  const { scene: description } = await loadSurvey(survey);
  const scene = await loadScene(description);
  const { device, settings, program } = await moverInput({ scene, leg: TURN_AT_STATION, sceneTime: START });
  const engine = await open(device);
  const found: Seen[] = [];
  for await (const { outputs } of engine.trace(settings, program)) {
    const words = outputs.points.words.slice();
    const floats = new Float32Array(words.buffer);
    for (let at = 0; at < words.length; at += FIELDS) {
      const f32 = (field: number) => floats[at + field / 4];
      found.push({
        position: [0, 4, 8].map((k, axis) => f32(Point.position + k) + scene.frameOrigin[axis]) as unknown as Vec3,
        time: START + f32(Point.timeHigh) + f32(Point.timeLow),
        object: scene.names.instances[scene.surfaces[words[at + Point.surface / 4]].instance],
      });
    }
  }
  await engine.close();
  return found;
}

describe.each(ENGINES)('walkers whose clip bends and morphs them, on the %s', (_, there, open) => {
  let all: Seen[] = [];
  beforeAll(async () => {
    if (there) all = await pointsOn(open);
  });

  it.skipIf(!there).each(Object.entries(WALKS))('are hit where f64 finds their triangles, %s', (name, walk) => {
    const points = all.filter(({ object }) => object === name);
    expect(points.length).toBeGreaterThan(400);
    const nodes = new Set<string>();
    let [worst, elsewhere] = [0, 0];
    const looked = points.filter((___, k) => k % 4 === 0);
    for (const { position, time } of looked) {
      const way = position.map((value, axis) => value - SENSOR[axis]);
      const range = Math.hypot(...way);
      const direction = way.map((value) => value / range) as unknown as Vec3;
      const hit = bruteForce(walkerBefore(walk, time), SENSOR, direction, time);
      if (hit) nodes.add(WALKER_NODES[hit.instance]);
      // A beam that just meets an edge here may miss it there.
      const off = hit ? Math.abs(hit.distance - range) : Infinity;
      if (off < 0.05) worst = Math.max(worst, off);
      else elsewhere++;
    }
    expect([...nodes].sort()).toEqual(['box', 'plate', 'tube']);
    expect(elsewhere / looked.length).toBeLessThan(0.01);
    expect(worst).toBeLessThan(2e-5);
  });
});
