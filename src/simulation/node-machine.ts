import { availableParallelism } from 'node:os';
import { nodeFiles } from '../base/files/node-files.js';
import { SOLO_SUBRAYS, standByCpuEngine } from '../engine/cpu/node-cpu-engine.js';
import { loadKernelModule } from '../engine/cpu/node-kernel-module.js';
import { createPulseLister } from '../engine/cpu/node-list-pulses.js';
import { nodeCoders } from '../io/coders/node-coders.js';
import { bindMachine } from './bind-machine.js';
import { chooseEngine, openEngine } from './engines/node-engine.js';
import type { Machine } from './machine.js';
import { prepareScene } from './node-prepare-scene.js';
import { nodeSceneHelper } from './node-scene-helper.js';
import { nodePointCrew } from './point-crew/node-point-crew.js';

/** This machine, through Node. */
export const nodeMachine: Machine = Object.freeze({
  files: nodeFiles,
  threads: availableParallelism(),
  sceneHelper: nodeSceneHelper,
  prepareScene,
  chooseEngine,
  soloSubrays: SOLO_SUBRAYS,
  standBy: standByCpuEngine,
  openEngine,
  createPulseLister,
  createCoders: nodeCoders,
  createPointCrew: nodePointCrew,
  loadKernelModule,
  // Kibibytes, on every platform that Node runs on.
  peakMemoryBytes: () => process.resourceUsage().maxRSS * 1024,
  processorSeconds: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
});

/**
 * Binds functions with a `machine` in their options to this one, with the `files` that they are called with, if any.
 */
export const onMachine = bindMachine((files = nodeFiles) => ({ ...nodeMachine, files }));
