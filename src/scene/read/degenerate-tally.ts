import type { Log } from '../../base/log.js';

/** Triangles without area of a file, and all of its triangles. */
interface Degenerates {
  file: string;
  dropped: number;
  all: number;
}

/** Sums up the triangles without area of the files of a scene, of which many models have a few, for one warning. */
export class DegenerateTally {
  private readonly found: Degenerates[] = [];

  add(file: string, dropped: number, all: number): void {
    this.found.push({ file, dropped, all });
  }

  warn(log: Log): void {
    const [first, ...others] = [...this.found].sort((a, b) => b.dropped - a.dropped);
    if (first === undefined) return;
    if (others.length === 0) {
      log.warn(degenerateText(first.file, first.dropped, first.all));
      return;
    }
    const sum = (key: 'dropped' | 'all') => this.found.reduce((total, one) => total + one[key], 0);
    log.warn(
      `${sum('dropped')} of ${sum('all')} triangles in ${this.found.length} files have no area and were left out, most of them in ${first.file}: ${first.dropped} of ${first.all}`,
    );
  }
}

export const degenerateText = (file: string, dropped: number, all: number): string =>
  `${file}: ${dropped} of ${all} triangles have no area and were left out`;
