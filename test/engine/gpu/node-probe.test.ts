import { describe, expect, it } from 'vitest';
import { type ProbeOutcome, readProbe } from '../../../src/engine/gpu/node-probe.js';

const GPU = {
  name: 'NVIDIA H200',
  software: false,
  limits: { bindingBytes: 2 ** 31, bufferBytes: 2 ** 31, storageBuffers: 16, workgroups: 65535 },
  timestamps: true,
};
const NONE = { reason: 'WebGPU finds no adapter' };

const outcome = (parts: Partial<ProbeOutcome>): ProbeOutcome => ({ error: null, stdout: '', stderr: '', ...parts });
const said = (report: object) => `a driver says hello\n${JSON.stringify(report)}\n`;

describe('readProbe', () => {
  it('gives what the process has found', () => {
    const report = { hardware: GPU, software: NONE, auto: GPU };
    expect(readProbe(outcome({ stdout: said(report) }))).toEqual(report);
  });

  it('takes the report of a process that goes down when it ends', () => {
    const report = { hardware: GPU, software: NONE, auto: GPU };
    const error = { message: 'Command failed', signal: 'SIGSEGV', killed: false } as const;
    expect(readProbe(outcome({ error, stdout: said(report) })).hardware).toEqual(GPU);
  });

  it('adds what the loader complained about where nothing was found', () => {
    const report = { hardware: NONE, software: NONE, auto: NONE };
    const stderr =
      "Debugger attached.\nWarning: Couldn't load Vulkan: libvulkan.so.1\n    at operator() (BackendVk.cpp:368)\n";
    const { hardware, software } = readProbe(outcome({ stdout: said(report), stderr }));
    expect(hardware).toEqual({ ...NONE, detail: "Couldn't load Vulkan: libvulkan.so.1" });
    expect(software).toEqual(hardware);
  });

  it('adds the remedy on Linux, where it is known which GPUs are visible', () => {
    const report = { hardware: NONE, software: NONE, auto: NONE };
    const stderr = "Warning: Couldn't load Vulkan: libvulkan.so.1: cannot open shared object file\n";
    const gpus = { nvidia: true, render: false, container: false };
    expect(readProbe(outcome({ stdout: said(report), stderr }), gpus).hardware).toMatchObject({
      remedy: expect.stringContaining('apt install libvulkan1'),
    });
    expect(readProbe(outcome({ stdout: said(report) }), gpus).hardware).not.toHaveProperty('remedy');
  });

  it('leaves that away where a software adapter is what was found', () => {
    const seen = { reason: "'SwiftShader' is a software adapter", softwareOnly: true };
    const stdout = said({ hardware: seen, software: GPU, auto: GPU });
    expect(readProbe(outcome({ stdout, stderr: 'Warning: something old\n' })).hardware).toEqual(seen);
  });

  it.each([
    [{ killed: true, signal: 'SIGKILL' }, "the GPU's driver does not answer within 20 s"],
    [{ killed: false, signal: 'SIGSEGV' }, 'WebGPU brings its process down here (SIGSEGV)'],
    [{ killed: false, signal: undefined }, 'WebGPU cannot be tried out here'],
  ] as const)('says what became of a process without a report: %o', (end, reason) => {
    const { hardware, software, auto } = readProbe(
      outcome({ error: { message: 'Command failed', ...end }, stdout: '{"har' }),
    );
    expect([hardware, software, auto]).toEqual([{ reason }, { reason }, { reason }]);
  });
});
