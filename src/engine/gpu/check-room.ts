import { UserError } from '../../base/errors.js';
import type { ProgramRoom } from '../../device/pulse-program.js';
import type { GpuLimits } from './gpu-adapter.js';

/** The user's name of each buffer of a program, and advice for making it shorter. */
const LISTS: Readonly<Partial<Record<keyof ProgramRoom['bytes'], readonly [name: string, remedy: string]>>> = {
  channels: ['channels of the scanner', 'use fewer channels'],
  elements: ['directions of the scan pattern', 'use a shorter pattern'],
  knots: ['poses of the path', 'use fewer poses, or cut the path into several legs'],
};

/** Throws UserError if a buffer of the coming programs is larger than the GPU can bind. */
export function checkProgramRoom({ bytes }: ProgramRoom, { bindingBytes, bufferBytes }: GpuLimits): void {
  const most = Math.min(bindingBytes, bufferBytes);
  for (const [list, size] of Object.entries(bytes)) {
    if (size <= most) continue;
    const [name, remedy] = LISTS[list as keyof typeof bytes] ?? [`numbers of the leg (${list})`, 'use another leg'];
    throw new UserError(`the ${name} take ${mib(size)}; this GPU binds ${mib(most)}`, {
      hint: `${remedy}, or --engine cpu`,
    });
  }
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
