import { UserError } from '../../base/errors.js';
import type { ProgramBytes } from '../../scanner/pulse-program.js';
import type { GpuLimits } from './gpu-adapter.js';

/** What each list of a program is to the user, and what makes it shorter. */
const LISTS: Readonly<Record<keyof ProgramBytes, readonly [name: string, remedy: string]>> = {
  channels: ['channels of the scanner', 'use fewer channels'],
  parts: ['directions of the scan pattern', 'use a shorter pattern'],
  knots: ['poses of the path', 'use fewer poses, or cut the path into several legs'],
};

/** Throws UserError where a list of the programs to come is larger than what the GPU binds. */
export function checkProgramRoom(room: ProgramBytes, { bindingBytes, bufferBytes }: GpuLimits): void {
  const most = Math.min(bindingBytes, bufferBytes);
  const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  for (const list of ['channels', 'parts', 'knots'] as const) {
    if (room[list] <= most) continue;
    const [name, remedy] = LISTS[list];
    throw new UserError(`the ${name} take ${mib(room[list])}; this GPU binds ${mib(most)}`, {
      hint: `${remedy}, or --engine cpu`,
    });
  }
}
