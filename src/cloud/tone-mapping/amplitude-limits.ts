/*
 * Energies of points whose intensity is their amplitude: E = E_min · 10^(intensity / 1000), within half a step of
 * intensity, ±0.12 %, since intensity = 1000 lg(E / E_min), rounded (`amplitudeScale`). E_min depends on scanners, or
 * legs of one scanner, with different detection limits; points have the numbers of both.
 */

/** The detection limit of the points of a scanner in a leg. */
export interface AmplitudeLimit {
  /** Number of the scanner, from 0. */
  scanner: number;
  pointSourceId: number;
  /** Energy of intensity 0, joules. */
  minEnergy: number;
}

/** The detection limit of points with these numbers. */
export interface LimitRow {
  /** Number of the scanner; ANY_SCANNER: all scanners. */
  scanner: number;
  /** First and last point source id. */
  firstId: number;
  lastId: number;
  /** Energy of intensity 0, joules. */
  minEnergy: number;
}

export const ANY_SCANNER = 255;
const IDS = 65_536;

/**
 * The smallest table equivalent to `limits`; undefined if the attributes of a point do not determine its limit.
 * Scanners are distinguished only `withScanners`, if points have the number of theirs.
 */
export function limitRows(limits: readonly AmplitudeLimit[], withScanners: boolean): LimitRow[] | undefined {
  if (limits.length === 0) return undefined;
  const [{ minEnergy }] = limits;
  if (limits.every((limit) => limit.minEnergy === minEnergy))
    return [{ scanner: ANY_SCANNER, firstId: 0, lastId: IDS - 1, minEnergy }];
  const ofAll = joinIds(limits.map((limit) => ({ ...limit, scanner: ANY_SCANNER })));
  return ofAll ?? (withScanners ? joinIds(limits) : undefined);
}

/** Rows of neighbouring ids with the same limit; undefined if one id of a scanner has two limits. */
function joinIds(limits: readonly AmplitudeLimit[]): LimitRow[] | undefined {
  const sorted = limits.toSorted((a, b) => a.scanner - b.scanner || a.pointSourceId - b.pointSourceId);
  const rows: LimitRow[] = [];
  for (const { scanner, pointSourceId: id, minEnergy } of sorted) {
    const last = rows.at(-1);
    const isNear = last?.scanner === scanner && id - last.lastId <= 1;
    if (last && isNear && last.minEnergy === minEnergy) last.lastId = id;
    else if (last && isNear && last.lastId === id) return undefined;
    else rows.push({ scanner, firstId: id, lastId: id, minEnergy });
  }
  return rows;
}

/** Looks up the limit of a point; 0 if no row has it. It is mostly that of the previous point. */
export class LimitFinder {
  private readonly rows: readonly LimitRow[];
  private found: LimitRow | undefined;

  constructor(rows: readonly LimitRow[]) {
    this.rows = rows.toSorted(byScannerAndId);
  }

  /** The limit of points of scanner number `scanner` with this point source id, joules. */
  find(scanner: number, id: number): number {
    if (!this.found || !holds(this.found, scanner, id))
      this.found = this.search(scanner, id) ?? this.search(ANY_SCANNER, id);
    return this.found?.minEnergy ?? 0;
  }

  /** Bisects the rows for the last one that begins at or before the id. */
  private search(scanner: number, id: number): LimitRow | undefined {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.rows[middle];
      if (row.scanner < scanner || (row.scanner === scanner && row.firstId <= id)) low = middle + 1;
      else high = middle;
    }
    const row = this.rows[low - 1];
    return row?.scanner === scanner && id <= row.lastId ? row : undefined;
  }
}

const byScannerAndId = (a: LimitRow, b: LimitRow): number => a.scanner - b.scanner || a.firstId - b.firstId;

const holds = (row: LimitRow, scanner: number, id: number): boolean =>
  (row.scanner === scanner || row.scanner === ANY_SCANNER) && id >= row.firstId && id <= row.lastId;

let ratios: Float64Array | undefined;

/** E / E_min of every intensity. */
export function amplitudeRatios(): Float64Array {
  ratios ??= Float64Array.from({ length: 2 ** 16 }, (_, intensity) => 10 ** (intensity / 1000));
  return ratios;
}
