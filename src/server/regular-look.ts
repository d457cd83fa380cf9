/** Listeners for changes on the disk, and a regular look at it while there are any. */
export class RegularLook<Change> {
  private readonly listeners = new Set<(change: Change) => void>();
  private readonly look: () => Promise<void>;
  private readonly everyMs: number;
  private timer: NodeJS.Timeout | undefined;

  /** A look that fails is made again after `everyMs`. */
  constructor(look: () => Promise<void>, everyMs: number) {
    this.look = look;
    this.everyMs = everyMs;
  }

  /** Calls `listener` with each change until the function that it gives is called. */
  onChange(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    if (this.timer === undefined) {
      const look = () => void this.look().catch(() => {});
      this.timer = setInterval(look, this.everyMs).unref();
      look();
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  notify(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}
