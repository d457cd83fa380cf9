import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AdapterDescription, AdapterKind, NoAdapter } from './gpu-adapter.js';
import { type VisibleGpus, vulkanRemedy } from './vulkan-remedy.js';

/** The adapter of each kind, or the reason for its absence. */
export type AdapterReport = Record<AdapterKind, AdapterDescription | NoAdapter>;

/** Output and exit of a process that searched for adapters. */
export interface ProbeOutcome {
  error: Pick<ExecFileException, 'message' | 'killed' | 'signal'> | null;
  stdout: string;
  stderr: string;
}

const MAIN = fileURLToPath(new URL('../../../dist/engine/gpu/node-probe-main.js', import.meta.url));
/** A driver that is asleep takes a second or two. */
const PATIENCE_SECONDS = 20;

let report: Promise<AdapterReport> | undefined;

/**
 * The adapters of this machine, searched once. The search runs in a process of its own, because a driver may write to
 * standard error (Dawn does if it finds no Vulkan), hang, or crash the process that has loaded it. Never throws.
 */
export function probeAdapters(): Promise<AdapterReport> {
  report ??= runProbe().then((outcome) => readProbe(outcome, process.platform === 'linux' ? visibleGpus() : undefined));
  return report;
}

function runProbe(): Promise<ProbeOutcome> {
  const options = { timeout: PATIENCE_SECONDS * 1000, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN], options, (error, stdout, stderr) => resolve({ error, stdout, stderr }));
  });
}

/**
 * The report of the process, or the reason for its end; with remedies on Linux, where `gpus`
 * are those that are visible.
 */
export function readProbe({ error, stdout, stderr }: ProbeOutcome, gpus?: VisibleGpus): AdapterReport {
  const found = parseReport(stdout);
  if (!found) {
    const none: NoAdapter = { reason: reasonOf(error), detail: warningIn(stderr) };
    return { hardware: none, software: none, auto: none };
  }
  const explain = (seen: AdapterDescription | NoAdapter) =>
    'reason' in seen && !seen.softwareOnly ? explained(seen, warningIn(stderr), gpus) : seen;
  return { hardware: explain(found.hardware), software: explain(found.software), auto: explain(found.auto) };
}

function explained(seen: NoAdapter, warning: string | undefined, gpus: VisibleGpus | undefined): NoAdapter {
  const remedy = gpus && vulkanRemedy(warning, gpus);
  return { ...seen, detail: seen.detail ?? warning, ...(remedy && { remedy }) };
}

/** The report is the last line, since drivers may write to standard output too. */
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

/** The first complaint of Dawn or the Vulkan loader. */
const warningIn = (stderr: string) => /^(?:Warning|Error): (.+)$/m.exec(stderr)?.[1];

/** Files by which container engines mark their containers: Docker's, Podman's. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

/** The GPUs that this process can see on Linux. */
function visibleGpus(): VisibleGpus {
  return {
    nvidia: existsSync('/dev/nvidiactl'),
    render: listed('/dev/dri').some((name) => name.startsWith('renderD')),
    // Kubernetes sets the variable in every container of a pod.
    container: CONTAINER_MARKS.some(existsSync) || process.env.KUBERNETES_SERVICE_HOST !== undefined,
  };
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
