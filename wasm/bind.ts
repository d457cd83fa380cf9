// Data that a kernel needs before its stages run: all addresses, and values that depend on the run and the scene.

import { bindAddresses } from './addresses.generated';
import { bindScene } from './scene';
import { bindWork } from './work';

/**
 * Takes the addresses of the buffers from `table`, in the order of buffers.ts; run and root records must be at theirs.
 * Resets the outputs.
 */
export function bind(table: usize): void {
  bindAddresses(table);
  bindScene();
  bindWork();
}
