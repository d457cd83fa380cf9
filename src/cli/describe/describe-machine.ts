import type { MachineReport } from '../../bench/inspect-machine.js';
import { describeGpus } from './describe-gpus.js';
import { formatBytes, formatTable } from './format.js';

/** The machine as text. */
export function describeMachine(report: MachineReport): string[] {
  const { webAssembly, memoryBytes, cache } = report;
  const yes = (has: boolean) => (has ? 'yes' : 'no');
  const lines = formatTable([
    ['subray', report.subray],
    ['node', report.node],
    ['platform', report.platform],
    ['cpu', `${report.cpu}, ${report.cores} ${report.cores === 1 ? 'core' : 'cores'} to use`],
    ['memory', `${formatBytes(memoryBytes.total)}, ${formatBytes(memoryBytes.free)} of it free`],
    ['WebAssembly SIMD', yes(webAssembly.simd)],
    ['WebAssembly threads', yes(webAssembly.threads)],
    ['SharedArrayBuffer', yes(report.sharedArrayBuffer)],
    ['shared memory', `${formatBytes(report.sharedMemoryMaxBytes)} at most`],
    ['kernel', webAssembly.kernel ? 'built' : 'missing: npm run build'],
    ...describeGpus(report.gpu),
    ['cache', `${cache.folder}, ${formatBytes(cache.bytes)}`],
  ]);
  const can = (is: boolean) => (is ? 'can' : 'cannot');
  return [
    ...lines,
    `the cpu engine ${can(report.ok)} run here`,
    `the gpu engine ${can(!('reason' in report.gpu.hardware))} run here`,
  ];
}
