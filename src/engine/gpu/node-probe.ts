import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AdapterDescription, AdapterKind, NoAdapter } from './gpu-adapter.js';

/** What there is of each kind of adapter, or why there is none. */
export type AdapterReport = Record<AdapterKind, AdapterDescription | NoAdapter>;

/** What a process that looked for adapters left behind. */
export interface ProbeOutcome {
  error: Pick<ExecFileException, 'message' | 'killed' | 'signal'> | null;
  stdout: string;
  stderr: string;
}

const MAIN = fileURLToPath(new URL('../../../dist/engine/gpu/node-probe-main.js', import.meta.url));
/** A driver that has to be woken takes a second or two. */
const PATIENCE_SECONDS = 20;

let report: Promise<AdapterReport> | undefined;

/**
 * Which adapters this machine has; looked for once. In a process of its own, because a driver may write to standard error
 * (Dawn does where it finds no Vulkan), not answer, or go down with the process that has loaded it. Never throws.
 */
export function probeAdapters(): Promise<AdapterReport> {
  report ??= runProbe().then(readProbe);
  return report;
}

function runProbe(): Promise<ProbeOutcome> {
  const options = { timeout: PATIENCE_SECONDS * 1000, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN], options, (error, stdout, stderr) => resolve({ error, stdout, stderr }));
  });
}

/** What the process says, or what its end says. */
export function readProbe({ error, stdout, stderr }: ProbeOutcome): AdapterReport {
  const found = parseReport(stdout);
  if (!found) {
    const none: NoAdapter = { reason: reasonOf(error), detail: warningIn(stderr) };
    return { hardware: none, software: none, auto: none };
  }
  const explain = (seen: AdapterDescription | NoAdapter) =>
    'reason' in seen && !seen.softwareOnly ? { ...seen, detail: seen.detail ?? warningIn(stderr) } : seen;
  return { hardware: explain(found.hardware), software: explain(found.software), auto: explain(found.auto) };
}

/** Drivers may write to standard output, too: the report is its last line. */
function parseReport(stdout: string): AdapterReport | undefined {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}

function reasonOf(error: ProbeOutcome['error']): string {
  if (error?.killed) return `the GPU's driver does not answer within ${PATIENCE_SECONDS} s`;
  if (error?.signal) return `WebGPU brings its process down here (${error.signal})`;
  return 'WebGPU cannot be tried out here';
}

/** The first thing that Dawn or the Vulkan loader complained about. */
const warningIn = (stderr: string) => /^(?:Warning|Error): (.+)$/m.exec(stderr)?.[1];
