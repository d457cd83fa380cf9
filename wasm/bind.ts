// What a kernel must know before its stages run: where everything lies, and what follows from the run and the scene.

import { bindAddresses } from './addresses.generated';
import { bindScene } from './scene';
import { bindWork } from './work';

/** `table` holds the addresses of buffers.ts; run and root records must lie at theirs. Outputs begin anew. */
export function bind(table: usize): void {
  bindAddresses(table);
  bindScene();
  bindWork();
}
