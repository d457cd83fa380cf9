import type { DeviceScene } from '../../src/device/device-scene.js';
import type { Engine } from '../../src/engine/engine.js';
import { openGpuEngine } from '../../src/engine/gpu/gpu-engine.js';
import { openCpuWithoutThreads } from './scan.js';
import { CHUNK_SUBRAYS, NEEDS_SOFTWARE_GPU, sharedAdapter } from './software-adapter.js';

export type OpenEngine = (scene: DeviceScene) => Promise<Engine>;

/** Both engines: their names, whether they are there, and functions that open them. */
export const ENGINES: [name: string, there: boolean, open: OpenEngine][] = [
  ['CPU', true, openCpuWithoutThreads],
  [
    `GPU${NEEDS_SOFTWARE_GPU}`,
    sharedAdapter !== undefined,
    (scene) => openGpuEngine({ scene, adapter: sharedAdapter!, chunkSubraysMax: CHUNK_SUBRAYS }),
  ],
];
