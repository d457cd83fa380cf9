import { BackendError } from '../backend/backend.js';

/** A queue for one question at a time: meanwhile it keeps the newest other question, and drops those before. */
export class Newest<Ask, Answer> {
  private readonly answer: (ask: Ask) => Promise<Answer>;
  private next: { ask: Ask } | undefined;
  private isAsking = false;
  /** Called with each answer if nothing newer waits, or with the last fault. */
  private readonly onAnswer: (answer: Answer, ask: Ask) => void;
  private readonly onFault: (error: unknown, ask: Ask) => void;
  private idle: Promise<void> = Promise.resolve();

  constructor(
    answer: (ask: Ask) => Promise<Answer>,
    onAnswer: (answer: Answer, ask: Ask) => void,
    onFault: (error: unknown, ask: Ask) => void,
  ) {
    this.answer = answer;
    this.onAnswer = onAnswer;
    this.onFault = onFault;
  }

  ask(ask: Ask): void {
    this.next = { ask };
    if (!this.isAsking) this.idle = this.work();
  }

  /** Drops what waits. */
  drop(): void {
    this.next = undefined;
  }

  /** Resolves when all is answered. */
  settled(): Promise<void> {
    return this.idle;
  }

  private async work(): Promise<void> {
    this.isAsking = true;
    while (this.next) {
      const { ask } = this.next;
      this.next = undefined;
      try {
        const answer = await this.answer(ask);
        this.onAnswer(answer, ask);
      } catch (error) {
        if (!this.next && !(error instanceof BackendError && error.kind === 'aborted')) this.onFault(error, ask);
      }
    }
    this.isAsking = false;
  }
}
