/** A sentence for the user about what was just done, or what became of it. */
export interface Notice {
  text: string;
  /** Whether it stays until it is dismissed, as what went wrong does; otherwise it goes after some seconds. */
  stays: boolean;
  /** What it tells of, with which it goes when that is settled; absent: it goes by itself, or is dismissed. */
  about?: string;
}
