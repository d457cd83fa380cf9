import { AnimationMixer, type Mesh, type SkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { deformedAt } from '../../../../../src/scene/animation/deformation.js';
import { ClipBodies } from '../../../../../src/scene/read/gltf/animation/clip-bodies.js';
import { clipPose } from '../../../../../src/scene/read/gltf/animation/clip-pose.js';
import { readClip } from '../../../../../src/scene/read/gltf/animation/gltf-clip.js';
import { readDeformations } from '../../../../../src/scene/read/gltf/animation/gltf-deformation.js';
import { GltfAccessors } from '../../../../../src/scene/read/gltf/gltf-accessors.js';
import { GltfBudget } from '../../../../../src/scene/read/gltf/gltf-budget.js';
import { openGltf } from '../../../../../src/scene/read/gltf/gltf-json.js';
import { GltfNodes } from '../../../../../src/scene/read/gltf/gltf-nodes.js';
import { GltfViews } from '../../../../../src/scene/read/gltf/gltf-views.js';
import { type Data, glb, type Json, pack } from '../gltf-files.js';
import { quaternions, scalars, turn, vectors } from './animated-files.js';

const VERTICES = 40;

/** Numbers that look random, the same in each run. */
function* numbers(): Generator<number, never> {
  for (let state = 7; ; state = (state * 48271) % 2147483647) yield state / 2147483647;
}
const stream = numbers();
const draw = (count: number, low: number, high: number) =>
  Array.from({ length: count }, () => low + (high - low) * stream.next().value);

/** Turns at keys, with random tangents where it is a spline. */
const turns = (count: number, isSpline: boolean) =>
  quaternions(
    ...Array.from({ length: count }, () => {
      const [x, y, z] = draw(3, -1, 1);
      const length = Math.hypot(x, y, z);
      const key = turn([x / length, y / length, z / length], draw(1, -150, 150)[0]);
      return isSpline ? [...draw(4, -1, 1), ...key, ...draw(4, -1, 1)] : key;
    }).flat(),
  );

/** A tube on three joints with two morph targets, and a plate that is morphed and scaled: all that shapes can do. */
function shapes(): { json: Json; data: Data[] } {
  const lift = (y: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1];
  const data: Data[] = [
    vectors(...draw(3 * VERTICES, -1, 2)),
    { values: Uint8Array.from(draw(4 * VERTICES, 0, 3), Math.floor), type: 'VEC4' },
    { values: Float32Array.from(draw(4 * VERTICES, 0, 1)), type: 'VEC4' },
    vectors(...draw(3 * VERTICES, -0.3, 0.3)),
    vectors(...draw(3 * VERTICES, -0.3, 0.3)),
    { values: Float32Array.from([0, -0.7, -1.4].flatMap(lift)), type: 'MAT4' },
    scalars(0, 0.4, 1.1, 2),
    turns(4, false),
    turns(4, true),
    vectors(...draw(12, -1, 1)),
    vectors(...draw(36, -1, 1)),
    vectors(...draw(12, 0.5, 1.5)),
    scalars(0.2, 1.7),
    scalars(...draw(4, -1, 1)),
    scalars(...draw(12, -1, 1)),
    turns(2, false),
  ];
  const targets = [{ POSITION: 3 }, { POSITION: 4 }];
  const channel = (sampler: number, node: number, path: string) => ({ sampler, target: { node, path } });
  const sampler = (input: number, output: number, interpolation?: string) => ({ input, output, interpolation });
  const json = {
    scenes: [{ nodes: [0, 1, 4] }],
    nodes: [
      { name: 'tube', mesh: 0, skin: 0, translation: [50, 0, 0] },
      { children: [2], rotation: turn([0, 0, 1], 20) },
      { children: [3], translation: [0, 0.7, 0] },
      { translation: [0, 0.7, 0] },
      { children: [5], scale: [1, 2, 1] },
      { name: 'plate', mesh: 1, translation: [0, 0, 3] },
    ],
    skins: [{ joints: [1, 2, 3], inverseBindMatrices: 5 }],
    meshes: [
      { primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 }, targets }], weights: [0.3, 0.6] },
      { primitives: [{ attributes: { POSITION: 0 }, targets }] },
    ],
    animations: [
      {
        channels: [
          channel(0, 1, 'rotation'),
          channel(1, 2, 'rotation'),
          channel(2, 2, 'translation'),
          channel(3, 3, 'translation'),
          channel(4, 3, 'scale'),
          channel(5, 0, 'weights'),
          channel(6, 5, 'weights'),
          channel(7, 5, 'rotation'),
          channel(8, 4, 'rotation'),
        ],
        samplers: [
          sampler(6, 7),
          sampler(6, 8, 'CUBICSPLINE'),
          sampler(6, 9),
          sampler(6, 10, 'CUBICSPLINE'),
          sampler(6, 11, 'LINEAR'),
          sampler(12, 13),
          sampler(12, 14, 'CUBICSPLINE'),
          sampler(12, 15),
          sampler(6, 7, 'STEP'),
        ],
      },
    ],
  };
  return { json, data };
}

/** The shapes that we read, by the name of their node. */
function ours(json: Json, data: Data[]) {
  const { document: packed, bin } = pack(json, data);
  const document = openGltf(packed, 'shapes.glb');
  const budget = new GltfBudget(document, [bin], false);
  const views = new GltfViews(document, [bin], budget, undefined);
  const geometry = { document, views, accessors: new GltfAccessors(document, views, budget), draco: undefined };
  const clip = readClip(geometry, 0);
  const pose = clipPose(document, clip, 0);
  const nodes = new GltfNodes(document, pose.poses);
  const bodies = new ClipBodies(document, nodes, pose, { duration: clip.duration, moment: 0 });
  const found = nodes.placed.map((placed) => {
    if (bodies.of(placed)) throw new Error(`${placed.name} moves rigidly`);
    const [shape] = readDeformations({ ...geometry, clip, nodes, bodies }, placed);
    return [placed.name, shape] as const;
  });
  return new Map(found);
}

/** The farthest that vertices of the skin and of the plate lie from those of three.js at twenty moments, metres. */
export async function farthestFromThree(): Promise<number> {
  const { json, data } = shapes();
  const bytes = glb(json, data).slice().buffer;
  const { scene, animations } = await new Promise<GLTF>((resolve, reject) =>
    new GLTFLoader().parse(bytes, '', resolve, reject),
  );
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  const shapesOf = ours(json, data);
  let worst = 0;
  for (let k = 0; k < 20; k++) {
    const time = 0.05 + 0.0973 * k;
    mixer.setTime(time);
    scene.updateMatrixWorld(true);
    for (const [name, shape] of shapesOf) {
      const mesh = scene.getObjectByName(name) as Mesh | SkinnedMesh;
      const found = deformedAt(shape, time);
      const place = new Vector3();
      for (let v = 0; v < VERTICES; v++) {
        mesh.getVertexPosition(v, place);
        mesh.localToWorld(place);
        worst = Math.max(
          worst,
          Math.hypot(found[3 * v] - place.x, found[3 * v + 1] - place.y, found[3 * v + 2] - place.z),
        );
      }
    }
  }
  if (shapesOf.size !== 2) throw new Error('a node has no shapes');
  return worst;
}
