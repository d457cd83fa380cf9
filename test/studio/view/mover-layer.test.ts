import { InstancedMesh, Matrix4, type Mesh } from 'three';
import { expect, it } from 'vitest';
import { compose, translation } from '../../../src/base/affine.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { instanceTransformAt } from '../../../src/scene/motion/instance-transform.js';
import { bodyPoseAt } from '../../../src/scene/motion/motion-pose.js';
import { sceneSeenAt } from '../../../src/scene/motion/scene-at.js';
import type { Scene } from '../../../src/scene/scene.js';
import { placementsOf, sceneView } from '../../../src/workbench/scene-view.js';
import { viewedMovers } from '../../../src/workbench/viewed-movers.js';
import { MoverLayer } from '../../../studio/view/mover-layer.js';
import { SceneLayer } from '../../../studio/view/scene-layer.js';
import { movingScene } from '../../survey/scene/motion/moving-scene.js';

const PLACE = [50, 40, 3];
const PARTS = [
  `{ name: van, file: car.obj, transform: { rotate: [0, 0, 30] }, motion: { path: [[${PLACE}], [90, 40, 3],
    [90, 70, 5]], smooth: {}, speed: 9, start: 1, after: continue } }`,
  `{ name: late, file: car.obj, motion: { keys: [{ time: 2, position: [${PLACE}], heading: 0 }, { time: 5,
    position: [51, 43, 3], heading: 200 }], before: hidden, after: hidden } }`,
  `{ name: fans, file: car.obj, instances: [{ translate: [${PLACE}], scale: 2 }, { translate: [70, 60, 4] }],
    motion: { spin: { axis: [1, 2, 2], rate: 70 } } }`,
  `{ name: box, file: cart.obj, motion: { follow: platform } }`,
];
const TIMES = [0, 0.5, 1.25, 2, 3.7, 5, 6, 9.99, 40];

/** Layers that show a scene. */
function layersOf(scene: Scene): MoverLayer {
  const [standing, layer] = [new SceneLayer(), new MoverLayer()];
  const view = sceneView(scene);
  standing.show(view);
  layer.show(standing, viewedMovers(scene), view.origin);
  return layer;
}

/** Where corners of the first mesh lie for all that a layer draws, a line each. */
function drawnPlaces(layer: MoverLayer): string[] {
  return layer.object.children.flatMap((child) => {
    const mesh = child as Mesh | InstancedMesh;
    if (!mesh.visible) return [];
    const places = mesh instanceof InstancedMesh ? Array.from({ length: mesh.count }, (_, k) => k) : [-1];
    return places.map((place) => {
      const matrix = new Matrix4().copy(mesh.matrix);
      if (mesh instanceof InstancedMesh) mesh.getMatrixAt(place, matrix);
      return rounded([0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => matrix.elements[4 * column + row])));
    });
  });
}

// Matrices of many places are f32, some tens of metres from the viewer's origin.
const rounded = (numbers: readonly number[]): string => numbers.map((value) => (value + 1e-7).toFixed(3)).join(' ');

it('draws each mover where it is at any time, and none that is hidden', async () => {
  const scene = await movingScene(PARTS.join(', '), { seconds: 10 });
  const layer = layersOf(scene);
  const toViewer = translation(scene.frameOrigin.map((value) => -value) as unknown as Vec3);
  const counts = TIMES.map((time) => {
    layer.placeAt(time);
    const movers = scene.instances.filter(
      ({ motion }) => motion !== undefined && bodyPoseAt(scene.motions![motion], time).isVisible,
    );
    const places = movers.map((mover) =>
      compose(toViewer, compose(instanceTransformAt(scene, mover, time), translation(scene.meshes[mover.mesh].origin))),
    );
    expect(drawnPlaces(layer).sort()).toEqual(places.map(rounded).sort());
    return places.length;
  });
  // The late one is there from 2 s to 5 s; the cart is two objects.
  expect(new Set(counts).size).toBe(2);
});

it('has placements of those that are seen, as those of a scene that stands', async () => {
  const scene = await movingScene(PARTS.join(', '), { seconds: 10 });
  const layer = layersOf(scene);
  for (const time of [0, 3.7]) {
    const { instances } = sceneSeenAt(scene, time);
    const movers = instances.slice(scene.instances.findIndex(({ motion }) => motion !== undefined));
    const wanted = placementsOf(scene, movers, translation(scene.frameOrigin.map((v) => -v) as unknown as Vec3));
    const found = layer.placementsAt(time).filter(({ transforms }) => transforms.length > 0);
    expect(found.length).toBe(wanted.length);
    for (const [k, { transforms, ...rest }] of wanted.entries()) {
      expect(found[k]).toMatchObject(rest);
      expect(rounded([...found[k].transforms])).toBe(rounded([...transforms]));
    }
  }
});
