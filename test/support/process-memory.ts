import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process of Chromium and its kind: renderer, gpu-process, utility; absent: the browser itself. */
export interface ProcessMemory {
  pid: number;
  kind: string | undefined;
  /** Bytes that it has alone, and its share of those that it shares. */
  bytes: number;
}

/** The processes below this one whose program is Chromium (Linux: /proc). */
export function chromiumProcesses(root = process.pid): ProcessMemory[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name));
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => (parents.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(root).flatMap((pid) => memoryOf(pid) ?? []);
}

/** Bytes of all processes of a kind. */
export const bytesOfKind = (processes: readonly ProcessMemory[], kind: string): number =>
  processes.reduce((sum, process) => sum + (process.kind === kind ? process.bytes : 0), 0);

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name before it may hold anything, such as spaces.
  const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

function memoryOf(pid: number): ProcessMemory | undefined {
  const [command = '', rollup = ''] = [read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/smaps_rollup`)];
  const [, kb] = /^Pss:\s+(\d+) kB/m.exec(rollup) ?? [];
  if (!/chrom/.test(command) || kb === undefined) return undefined;
  return { pid, kind: /--type=([\w-]+)/.exec(command)?.[1], bytes: 1024 * Number(kb) };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
