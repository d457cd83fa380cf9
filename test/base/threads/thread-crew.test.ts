import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { type Answer, answerer, type CrewThread, threadCrew } from '../../../src/base/threads/thread-crew.js';

/** A thread that answers when it is told to. */
class FakeThread implements CrewThread<string, string> {
  readonly works: string[] = [];
  isEnded = false;
  private answer: (answer: Answer<string>) => void = () => {};
  private fault: (fault: Error) => void = () => {};

  send(work: string): void {
    this.works.push(work);
  }
  onAnswer(listener: (answer: Answer<string>) => void): void {
    this.answer = listener;
  }
  onFault(listener: (fault: Error) => void): void {
    this.fault = listener;
  }
  async end(): Promise<void> {
    this.isEnded = true;
  }
  /** Answers the first of its works. */
  finish(answer?: Answer<string>): void {
    this.answer(answer ?? { result: `${this.works[0]} is done` });
    this.works.shift();
  }
  fail(message: string): void {
    this.fault(new Error(message));
  }
}

function crewOf(threads: number) {
  const started: FakeThread[] = [];
  const crew = threadCrew<string, string>(threads, () => {
    started.push(new FakeThread());
    return started[started.length - 1];
  });
  return { crew, started };
}

describe('a crew of threads', () => {
  it('starts one when those before it are busy, and gives work to the one that has least', async () => {
    const { crew, started } = crewOf(2);
    expect(crew.places).toBe(4);
    const works = ['a', 'b', 'c', 'd', 'e'].map((work) => crew.do(work));
    expect(started.map(({ works }) => works)).toEqual([
      ['a', 'c', 'e'],
      ['b', 'd'],
    ]);
    started[1].finish();
    started[1].finish();
    expect(await works[3]).toBe('d is done');
    works.push(crew.do('f'));
    expect(started[1].works).toEqual(['f']);
    await crew.close();
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  it('starts none that it does not need', () => {
    const { crew, started } = crewOf(3);
    crew.do('a');
    started[0].finish();
    crew.do('b');
    expect(started).toHaveLength(1);
  });

  it('gives a series to one thread, in its order', () => {
    const { crew, started } = crewOf(2);
    crew.do('a1', 'a');
    crew.do('b1', 'b');
    crew.do('a2', 'a');
    crew.do('a3', 'a');
    expect(started.map(({ works }) => works)).toEqual([['a1', 'a2', 'a3'], ['b1']]);
  });

  it('gives what follows the end of a series to the thread that has least to do', () => {
    const { crew, started } = crewOf(2);
    crew.do('a1', 'a');
    crew.do('a2', 'a', true);
    crew.do('b1', 'b', true);
    crew.do('a3', 'a');
    expect(started.map(({ works }) => works)).toEqual([
      ['a1', 'a2'],
      ['b1', 'a3'],
    ]);
  });

  it('throws the faults of users as such, and goes on', async () => {
    const { crew, started } = crewOf(1);
    const [bad, good] = [crew.do('a'), crew.do('b')];
    const fault = { message: 'found 3, expected 2', place: { file: 'a.yaml', line: 7 }, hint: 'take 2' };
    started[0].finish({ fault });
    started[0].finish();
    const error = await bad.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject(fault);
    expect(await good).toBe('b is done');
  });

  it('says that a thread failed to all who wait for it, and to those who come later', async () => {
    const { crew, started } = crewOf(1);
    const works = [crew.do('a'), crew.do('b')];
    started[0].fail('out of memory');
    works.push(crew.do('c'));
    for (const work of works) await expect(work).rejects.toThrow('a thread failed: out of memory');
  });
});

describe('the answers of a thread', () => {
  it('come in the order of the work, however long each takes', async () => {
    const posted: Answer<number>[] = [];
    const answer = answerer<number, number>(
      async (milliseconds) => {
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        return { result: milliseconds, memory: [] };
      },
      (given) => posted.push(given),
    );
    await Promise.all([answer(20), answer(1), answer(10)]);
    expect(posted).toEqual([{ result: 20 }, { result: 1 }, { result: 10 }]);
  });

  it('are faults of users, but none of ours', async () => {
    const posted: Answer<number>[] = [];
    const failing = (error: Error) =>
      answerer<number, number>(
        () => Promise.reject(error),
        (given) => posted.push(given),
      );
    await failing(new UserError('no', { hint: 'yes' }))(1);
    expect(posted).toEqual([{ fault: { message: 'no', place: undefined, hint: 'yes' } }]);
    await expect(failing(new Error('a slip'))(1)).rejects.toThrow('a slip');
    expect(posted).toHaveLength(1);
  });
});
