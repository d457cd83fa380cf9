import type { GpuFinding, MachineReport } from '../../bench/inspect-machine.js';
import { formatBytes, formatShort } from './format.js';

/** The GPUs of this machine, as rows of a table. */
export function describeGpus({ hardware, software }: MachineReport['gpu']): string[][] {
  return [...describeFinding('gpu', hardware), ...remedyOf(hardware), ...describeFinding('software gpu', software)];
}

function describeFinding(title: string, finding: GpuFinding): string[][] {
  if ('reason' in finding)
    return [[title, `none: ${finding.detail ? `${finding.reason} (${finding.detail})` : finding.reason}`]];
  const { name, software, limits, timestamps, capacity } = finding;
  const { bindingBytes, bufferBytes, storageBuffers } = limits;
  return [
    [title, software ? `${name}; only used with --adapter software` : name],
    [
      '  limits',
      `${formatBytes(bindingBytes)} a binding, ${storageBuffers} storage buffers a pass, ${formatBytes(bufferBytes)} a buffer`,
    ],
    [
      '  scenes',
      `about ${formatShort(capacity.triangles)} triangles at most, memory permitting; ` +
        `data larger than one binding is spread over up to ${capacity.segments}`,
    ],
    ['  timestamps', timestamps ? 'yes' : 'no: --profile cannot time the stages'],
  ];
}

const remedyOf = (finding: GpuFinding): string[][] =>
  'reason' in finding && finding.remedy ? [['  remedy', finding.remedy]] : [];
