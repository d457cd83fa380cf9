import type { WideBvh } from '../bvh/wide-bvh.js';
import { packImages } from '../engine/device-images.js';
import { createDeviceGeometry, type DeviceGeometry, type DeviceScene } from '../engine/device-scene.js';
import { albedoAt } from '../material/backscatter-at.js';
import { createMaterialRecords, type MaterialSource } from '../material/material-records.js';
import type { Radiometry } from '../material/radiometry.js';
import type { Scattering } from '../material/scattering.js';
import type { Scene } from '../scene/scene.js';

/** A scene that is ready for any instrument: what its materials send back is known once the laser's wavelength is. */
export interface PreparedScene extends DeviceGeometry {
  sources: readonly MaterialSource[];
}

/** `bvhs[i]` is the tree of `scene.meshes[i]`. */
export function packScene(scene: Scene, bvhs: readonly WideBvh[]): PreparedScene {
  const images = packImages(scene);
  return {
    ...createDeviceGeometry(scene, bvhs, images),
    sources: scene.materials.map(({ scattering }, m) => ({ ...images.materials[m], scattering })),
  };
}

/** The scene for a laser of that wavelength. */
export function deviceSceneAt(prepared: PreparedScene, wavelengthNm: number, radiometry: Radiometry): DeviceScene {
  const { sources, ...geometry } = prepared;
  const seen = radiometry.scattering === 'lambert' ? lambertLike(sources, wavelengthNm) : sources;
  return { ...geometry, ...createMaterialRecords(seen, wavelengthNm, radiometry.interpolation) };
}

/** Each as the Lambertian surface that sends back as much over all directions together; one for all that share a scattering. */
function lambertLike(sources: readonly MaterialSource[], wavelengthNm: number): MaterialSource[] {
  const known = new Map<Scattering, Scattering>();
  for (const { scattering } of sources) {
    if (known.has(scattering)) continue;
    known.set(scattering, { model: 'lambert', reflectance: albedoAt(scattering, wavelengthNm) });
  }
  return sources.map((source) => ({ ...source, scattering: known.get(source.scattering) ?? source.scattering }));
}
