import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';
import { findNodeAdapter } from '../../src/engine/gpu/node-gpu.js';

const found = await findNodeAdapter('software');

/** The software GPU of this machine; undefined where there is none. */
export const softwareAdapter: GpuAdapter | undefined = 'reason' in found ? undefined : found;

/** For the name of what is skipped without one. */
export const NEEDS_SOFTWARE_GPU = 'reason' in found ? ` (skipped: no software GPU: ${found.reason})` : '';
