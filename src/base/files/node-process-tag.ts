import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Form of a tag: machine, its start, process, the start of that process. */
export const TAG_FORM = '[0-9a-f]{8}-[0-9a-f]{8}-\\d+-\\d+';

/** The state of the process of a tag; elsewhere: on a machine that this process cannot see. */
export type ProcessState = 'alive' | 'dead' | 'elsewhere';

/** Text of a small file of the system; empty if it does not exist. */
function systemText(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The machine; containers count as separate machines, since they number their own processes. */
const machine = () =>
  digest(
    [
      hostname(),
      systemText(() => readFileSync('/etc/machine-id', 'utf8')),
      systemText(() => readlinkSync('/proc/self/ns/pid')),
    ].join(' '),
  );

/** The boot of the machine: process numbers start again with it. */
const boot = () => digest(systemText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')));

/**
 * The start of a process in ticks of the machine's clock, which distinguishes it from a later one with the same number;
 * 0 if the system does not state it.
 */
function startOf(pid: number | 'self'): string {
  const text = systemText(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name of the program, in parentheses, may hold blanks; the start is the 22nd field, the 20th after the name.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}

let own: string | undefined;

/** The tag of this process, for the names of its temporary files. */
export function processTag(): string {
  own ??= `${machine()}-${boot()}-${process.pid}-${startOf('self')}`;
  return own;
}

/** The state of the process with this tag. A process that cannot be distinguished from a live one counts as alive. */
export function processState(tag: string): ProcessState {
  const [where, since, pid, start] = tag.split('-');
  if (where !== machine()) return 'elsewhere';
  if (since !== boot()) return 'dead';
  if (!isRunning(Number(pid))) return 'dead';
  const found = startOf(Number(pid));
  return start === '0' || found === '0' || found === start ? 'alive' : 'dead';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs for another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
