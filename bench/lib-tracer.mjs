// The kernel's stage `traverse` of a built checkout on a scene of loose triangles.

/** A tracer of bundles of `subrays` rays in the scene of `positions` (9 f32 a triangle), by the program in the folder `dist` (a URL). */
export async function openTracer(dist, positions, subrays) {
  const from = (path) => import(new URL(path, dist).href);
  const [{ RayTracer, createRayMemory }, { loadKernelModule }] = await Promise.all([
    from('engine/cpu/ray-tracer.js'),
    from('engine/cpu/node-kernel-module.js'),
  ]);
  return new RayTracer(await loadKernelModule(), createRayMemory(await deviceScene(from, positions), subrays, 1));
}

/** One mesh in place of these triangles, ready for the device. */
export async function deviceScene(from, positions, threads = 1) {
  const [{ finish }, { buildMeshes }, { prepareForDevice }] = await Promise.all([
    from('base/steps.js'),
    from('bvh/node-build.js'),
    from('pack/prepared-scene.js'),
  ]);
  const count = positions.length / 9;
  const indices = Uint32Array.from({ length: count * 3 }, (_, k) => k);
  const origin = [0, 0, 0];
  const groups = [{ group: '', material: 0 }];
  const mesh = { name: '', origin, positions, indices, triangleGroup: new Uint8Array(count), groups };
  const transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const scene = {
    frameOrigin: origin,
    meshes: [mesh],
    instances: [{ mesh: 0, transform, surfaceBase: 0 }],
    surfaces: [{ material: 0, classification: 1, semantic: 0, instance: 0 }],
    materials: [{ name: '', baseColor: [1, 1, 1, 1], scattering: { model: 'lambert', reflectance: 1 } }],
    textures: [],
  };
  return finish(prepareForDevice(scene, await buildMeshes([mesh], { threads }))).device;
}
