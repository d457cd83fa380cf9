import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { processState, processTag, TAG_FORM } from '../../../src/base/files/node-process-tag.js';

const [machine, boot, pid, start] = processTag().split('-');
const stateOf = (...parts: string[]) => processState(parts.join('-'));

describe('processState', () => {
  it('knows this process, and one that has ended', () => {
    expect(processTag()).toMatch(new RegExp(`^${TAG_FORM}$`));
    expect(processState(processTag())).toBe('alive');
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    expect(stateOf(machine, boot, String(ended), start)).toBe('dead');
  });

  it('takes every process before a restart for dead', () => {
    expect(stateOf(machine, '00000000', pid, start)).toBe('dead');
  });

  it.skipIf(!existsSync('/proc/self/stat'))('tells a process from a later one of the same number (needs /proc)', () => {
    expect(stateOf(machine, boot, pid, `${Number(start) - 1}`)).toBe('dead');
    expect(stateOf(machine, boot, pid, '0')).toBe('alive');
  });

  it('does not judge processes of other machines', () => {
    expect(stateOf('00000000', boot, '99999999', start)).toBe('elsewhere');
  });
});
