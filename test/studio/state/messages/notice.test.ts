import { describe, expect, it } from 'vitest';
import { addNotice, type Notice } from '../../../../studio/state/messages/notice.js';

const told = (...added: Notice[]): string[] => added.reduce(addNotice, [] as readonly Notice[]).map(({ text }) => text);

describe('notices', () => {
  it('stay in spite of later actions, only the last of which is reported', () => {
    expect(
      told(
        { text: 'no such file', kind: 'failure', about: 'save' },
        { text: 'copied', kind: 'done' },
        { text: 'saved', kind: 'done' },
      ),
    ).toEqual(['no such file', 'saved']);
  });

  it('are told once, and of the same matter as it is now', () => {
    const first: Notice = { text: 'one is missing', kind: 'warning', about: 'scene' };
    expect(told(first, { text: 'two are missing', kind: 'warning', about: 'scene' })).toEqual(['two are missing']);
    expect(
      told({ text: 'a', kind: 'failure' }, { text: 'b', kind: 'warning' }, { text: 'a', kind: 'failure' }),
    ).toEqual(['b', 'a']);
  });

  it('are three at most that stay', () => {
    const staying = ['a', 'b', 'c', 'd'].map((text): Notice => ({ text, kind: 'warning' }));
    expect(told(...staying)).toEqual(['b', 'c', 'd']);
    expect(told(...staying, { text: 'done', kind: 'done' })).toEqual(['b', 'c', 'd', 'done']);
  });
});
