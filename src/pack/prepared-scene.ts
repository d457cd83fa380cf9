import type { Steps } from '../base/steps.js';
import type { DeviceScene } from '../device/device-scene.js';
import type { WideBvh, WideNodes } from '../device/wide-bvh.js';
import { albedoAt } from '../material/backscatter-at.js';
import type { Radiometry } from '../material/radiometry.js';
import type { Scattering } from '../material/scattering.js';
import type { Physics } from '../scanner/physics.js';
import type { Scene } from '../scene/scene.js';
import { createMaterialRecords, type DeviceMaterials, type MaterialSource } from './material-records.js';
import { packImages } from './pack-images.js';
import { packScene } from './pack-scene.js';

/** A scene ready for any instrument; its backscatter is computed once the laser's wavelength is known. */
export interface PreparedScene {
  device: DeviceScene;
  sources: readonly MaterialSource[];
}

/**
 * A scene packed for the device. `bvhs[i]` is the tree of `scene.meshes[i]`; `top` that of `boxesOfInstances`.
 */
export function* prepareForDevice(scene: Scene, bvhs: readonly WideBvh[], top: WideNodes): Steps<PreparedScene> {
  const images = yield* packImages(scene);
  return {
    device: yield* packScene(scene, bvhs, images, top),
    sources: scene.materials.map(({ scattering, textures }) => ({ scattering, gain: textures?.reflectanceGain })),
  };
}

/** Whether meshes of the scene have normals in place of those of their triangles. */
export const hasNormals = ({ device }: Pick<PreparedScene, 'device'>): boolean => device.buffers.normals.byteLength > 0;

/** Materials of scenes as lasers saw them: tabulating formulas takes a tenth of a second. */
const seenMaterials = new WeakMap<readonly MaterialSource[], Map<string, DeviceMaterials>>();
/** Number of wavelengths kept of a scene: those of a survey with some instruments. */
const KEPT_MOST = 4;

/**
 * The materials of a scene for a laser with this wavelength, not to be changed; `incidence` is
 * that of the survey's physics.
 */
export function materialsAt(
  { sources }: Pick<PreparedScene, 'sources'>,
  wavelengthNm: number,
  { scattering, interpolation }: Radiometry,
  incidence?: Physics['incidence'],
): DeviceMaterials {
  const seen = seenMaterials.get(sources) ?? new Map<string, DeviceMaterials>();
  seenMaterials.set(sources, seen);
  const key = `${wavelengthNm} ${scattering} ${interpolation} ${incidence}`;
  const known = seen.get(key);
  if (known) return known;
  const surfaces = scattering === 'lambert' ? lambertLike(sources, wavelengthNm) : sources;
  const made = createMaterialRecords(surfaces, wavelengthNm, interpolation, incidence);
  seen.set(key, made);
  if (seen.size > KEPT_MOST) seen.delete(seen.keys().next().value as string);
  return made;
}

/** Each material as the Lambertian surface with the same total backscatter; one for all that share a scattering. */
function lambertLike(sources: readonly MaterialSource[], wavelengthNm: number): MaterialSource[] {
  const known = new Map<Scattering, Scattering>();
  for (const { scattering } of sources) {
    if (known.has(scattering)) continue;
    known.set(scattering, { model: 'lambert', reflectance: albedoAt(scattering, wavelengthNm) });
  }
  return sources.map((source) => ({ ...source, scattering: known.get(source.scattering) ?? source.scattering }));
}
