import type { SourcePlace } from '../../base/errors.js';

/** A quirk of HELIOS++ that a survey touches, by its number in docs/helios.md. */
export interface QuirkNote {
  quirk: number;
  place: SourcePlace;
  /** The finding and its consequence. */
  message: string;
}

/** The quirks that a survey touches, each with the first place. */
export class QuirkNotes {
  private readonly noted = new Map<string, QuirkNote>();

  note(quirk: number, place: SourcePlace, message: string): void {
    const key = `${quirk} ${message}`;
    if (!this.noted.has(key)) this.noted.set(key, { quirk, place, message });
  }

  /** In order of their numbers. */
  get list(): QuirkNote[] {
    return [...this.noted.values()].sort((a, b) => a.quirk - b.quirk);
  }
}
