import { GLTF_DRACO } from './gltf-draco.js';
import type { GltfDocument } from './gltf-json.js';

/** Extensions that compress buffer views (meshopt): the second is the ratified form of the first. */
export const GLTF_MESHOPT: readonly string[] = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

/** Extensions that are read as far as a laser is affected. */
const READ: ReadonlySet<string> = new Set([
  ...GLTF_MESHOPT,
  GLTF_DRACO,
  'EXT_mesh_gpu_instancing',
  'EXT_texture_webp',
  'KHR_materials_diffuse_transmission',
  'KHR_materials_ior',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_mesh_quantization',
  'KHR_node_visibility',
  'KHR_texture_basisu',
  'KHR_texture_transform',
]);

/** Extensions that do not affect a laser: names, lights, sounds, data about the model, other states of it. */
const HARMLESS: ReadonlySet<string> = new Set([
  'AGI_articulations',
  'AGI_stk_metadata',
  'CESIUM_primitive_outline',
  'EXT_implicit_cylinder_region',
  'EXT_implicit_ellipsoid_region',
  'EXT_instance_features',
  'EXT_lights_ies',
  'EXT_lights_image_based',
  'EXT_mesh_features',
  'EXT_mesh_manifold',
  'EXT_structural_metadata',
  'FB_geometry_metadata',
  'FB_ngon_encoding',
  'GODOT_single_root',
  'GRIFFEL_bim_data',
  'KHR_animation_pointer',
  'KHR_audio',
  'KHR_audio_emitter',
  'KHR_collision_shapes',
  'KHR_implicit_shapes',
  'KHR_interactivity',
  'KHR_lights_environment',
  'KHR_lights_punctual',
  'KHR_materials_emissive_strength',
  'KHR_materials_unlit',
  'KHR_materials_variants',
  'KHR_node_hoverability',
  'KHR_node_selectability',
  'KHR_physics_rigid_bodies',
  'KHR_rigid_bodies',
  'KHR_xmp',
  'KHR_xmp_json_ld',
  'MSFT_lod',
  'MSFT_packing_normalRoughnessMetallic',
  'MSFT_packing_occlusionRoughnessMetallic',
  'OMI_physics_body',
  'OMI_physics_shape',
  'VRM',
  'VRMC_springBone',
  'VRMC_vrm',
]);

/** Extensions that place or shape surfaces: without them, the scanned surfaces would differ from those of the file. */
const GEOMETRY: Readonly<Record<string, string>> = {
  CESIUM_RTC: 'the model lies at a centre that only this extension states',
  EXT_primitive_voxels: 'its voxels have no surfaces',
  KHR_accessor_float64: 'its coordinates are stored as 64-bit numbers',
  KHR_gaussian_splatting: 'its splats have no surfaces',
  KHR_mesh_primitive_restart: 'its strips of triangles begin anew at places that only this extension states',
  MPEG_buffer_circular: 'its geometry comes as a stream',
  MPEG_mesh_linking: 'its geometry comes from another mesh',
};

/** Losses if these are ignored. */
const PASSED_OVER: Readonly<Record<string, string>> = {
  ADOBE_materials_clearcoat_specular: 'coats of lacquer reflect nothing',
  ADOBE_materials_thin_transparency: 'panes reflect as if they were opaque',
  EXT_texture_avif: 'images in AVIF are left out; npx @gltf-transform/cli png in.glb out.glb makes PNG of them',
  KHR_materials_anisotropy: 'brushed surfaces reflect alike in all directions',
  KHR_materials_clearcoat: 'coats of lacquer reflect nothing',
  KHR_materials_coat: 'coats reflect nothing',
  KHR_materials_dispersion: 'reflectances do not follow from it',
  KHR_materials_iridescence: 'thin films change no reflectance',
  KHR_materials_sheen: 'cloth has no sheen at grazing angles',
  KHR_materials_subsurface: 'surfaces reflect by their base colour alone',
  KHR_materials_volume: 'no light goes through surfaces, whatever is behind them',
  KHR_materials_volume_scatter: 'surfaces reflect by their base colour alone',
  KHR_techniques_webgl: 'materials of shaders are white; name their reflectance in the survey',
  KHR_texture_procedurals: 'procedural textures are left out',
  MSFT_texture_dds: 'images in DDS are left out where no PNG or JPEG stands beside them',
  NV_materials_mdl: 'materials in MDL have only their base colour',
  VRMC_materials_mtoon: 'surfaces reflect by their base colour alone',
};

const UNKNOWN = 'it is not known what that leaves out';

/**
 * Checks the extensions that the document uses. An unsupported one ends the run with a UserError if the document
 * requires it or if it changes geometry; otherwise there is a warning for each, with the consequence.
 */
export function checkExtensions(document: GltfDocument, warn: (message: string) => void): void {
  const required = listOf(document.json.extensionsRequired);
  for (const name of extensionsOf(document)) {
    if (READ.has(name) || HARMLESS.has(name)) continue;
    const shape = ofTable(GEOMETRY, name);
    if (shape !== undefined) throw document.fault(`uses ${name}, which is not read: ${shape}`, without(name));
    const consequence = ofTable(PASSED_OVER, name) ?? UNKNOWN;
    if (required.includes(name))
      throw document.fault(
        `requires ${name}, which is not read: ${consequence}`,
        `${without(name)} If that does not matter, take it out of the file's "extensionsRequired".`,
      );
    warn(`the extension ${name} is passed over: ${consequence}`);
  }
}

/** The extensions that the document uses or requires, each once. */
export function extensionsOf({ json }: GltfDocument): ReadonlySet<string> {
  return new Set([...listOf(json.extensionsRequired), ...listOf(json.extensionsUsed)]);
}

const ofTable = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const without = (name: string): string => `Export the model again without ${name}.`;

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
