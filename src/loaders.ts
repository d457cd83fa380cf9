/** Readers of clouds and scenes, and writers of clouds, for loaders.gl and deck.gl. */
export { UserError } from './base/errors.js';
export { LOADERS, type LoaderOptions, type MeshLoader } from './loaders/loader.js';
export { LOADER_DEFAULTS, type LoaderContext, type LoaderSettings } from './loaders/loader-settings.js';
export type { LoadedMesh, MeshAttribute, MeshFacts } from './loaders/mesh.js';
export type { MeshPoints } from './loaders/mesh-points.js';
export type { WriterSettings } from './loaders/write-mesh.js';
export { type MeshWriter, WRITERS, type WriterOptions } from './loaders/writer.js';
