import type { Machine } from '../simulation/machine.js';
import type { RunStore } from './run-store.js';

/** The place of a workbench. */
export interface WorkbenchPlace {
  machine: Machine;
  /** Folder from which the paths of the survey start. */
  folder: string;
  runs: RunStore;
}
