// The kernel's stage `traverse` of a built checkout on a model: meshes of loose triangles (9 f32 each), and instances
// `{ mesh, transform }` of them; without instances the meshes stand in place.

/** A tracer of bundles of `subrays` rays in a model, by the program in the folder `dist` (a URL). */
export async function openTracer(dist, model, subrays) {
  const from = (path) => import(new URL(path, dist).href);
  const [{ RayTracer, createRayMemory }, { loadKernelModule }] = await Promise.all([
    from('engine/cpu/ray-tracer.js'),
    from('engine/cpu/node-kernel-module.js'),
  ]);
  return new RayTracer(await loadKernelModule(), createRayMemory(await deviceScene(from, model), subrays, 1));
}

const IN_PLACE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** A model, ready for the device; modules come by `from(path)`. */
export async function deviceScene(from, model, threads = 1) {
  const [{ finish }, { buildMeshes }, { buildTopLevel }, { boxesOfInstances }, { prepareForDevice }] =
    await Promise.all([
      from('base/steps.js'),
      from('bvh/node-build.js'),
      from('bvh/top-level.js'),
      from('pack/pack-scene.js'),
      from('pack/prepared-scene.js'),
    ]);
  const meshes = model.meshes.map(meshOf);
  const placed =
    model.instances.length > 0 ? model.instances : meshes.map((_, mesh) => ({ mesh, transform: IN_PLACE }));
  const scene = {
    frameOrigin: [0, 0, 0],
    meshes,
    instances: placed.map((instance, k) => ({ ...instance, surfaceBase: k })),
    surfaces: placed.map((_, k) => ({ material: 0, classification: 1, semantic: 0, instance: k })),
    materials: [{ name: '', baseColor: [1, 1, 1, 1], scattering: { model: 'lambert', reflectance: 1 } }],
    textures: [],
  };
  const bvhs = await buildMeshes(meshes, { threads });
  return finish(prepareForDevice(scene, bvhs, buildTopLevel(finish(boxesOfInstances(scene, bvhs))))).device;
}

function meshOf(positions) {
  const count = positions.length / 9;
  const indices = Uint32Array.from({ length: count * 3 }, (_, k) => k);
  const groups = [{ group: '', material: 0 }];
  return { name: '', origin: [0, 0, 0], positions, indices, triangleGroup: new Uint8Array(count), groups };
}
