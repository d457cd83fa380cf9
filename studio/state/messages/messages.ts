import { signal } from '@preact/signals';
import { BackendError } from '../../backend/backend.js';
import { addNotice, type Notice } from './notice.js';

/** A line of the log. */
export interface LogLine {
  level: 'info' | 'warning' | 'error';
  time: Date;
  message: string;
}

/** Messages to the user: the log, notices in front of the view, and announcements of screen readers. */
export class Messages {
  readonly log = signal<readonly LogLine[]>([]);
  /** Notices in front of the view, newest last. */
  readonly notices = signal<readonly Notice[]>([]);
  /** The last announcement, for those who do not see the page change. */
  readonly announced = signal<{ text: string } | undefined>(undefined);

  /** Writes a line of the log. */
  record(level: LogLine['level'], message: string): void {
    this.log.value = [...this.log.value.slice(-999), { level, message, time: new Date() }];
  }

  /** Reports something done: in the log and, for some seconds, in front of the view. */
  report(message: string): void {
    this.record('info', message);
    this.show({ text: message, kind: 'done' });
  }

  /** Announces a change that only the eye would notice. */
  announce(text: string): void {
    this.announced.value = { text };
  }

  /** Warns in the log and, until the notice is dismissed or `about` is settled, in front of the view. */
  warn(message: string, about?: string): void {
    this.record('warning', message);
    this.show({ text: message, kind: 'warning', about });
  }

  /** Reports a failure likewise; a fault of the program has more lines in the log. An aborted request is no failure. */
  fail(error: unknown, about?: string): void {
    if (error instanceof BackendError && error.kind === 'aborted') return;
    const message = error instanceof Error ? error.message : String(error);
    this.record('error', message);
    const isUsers = error instanceof BackendError && error.kind === 'user';
    this.show({ text: isUsers ? message : message.split('\n', 1)[0], kind: 'failure', about });
  }

  /** Removes notices. */
  dismiss(isOver: (notice: Notice) => boolean): void {
    const left = this.notices.peek().filter((notice) => !isOver(notice));
    if (left.length < this.notices.peek().length) this.notices.value = left;
  }

  /** Removes the notices of a subject that is in order again, such as a failure after a success. */
  settle(about: string): void {
    this.dismiss((notice) => notice.about === about);
  }

  private show(notice: Notice): void {
    this.notices.value = addNotice(this.notices.peek(), notice);
  }
}
