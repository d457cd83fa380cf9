import type { Leg } from '../platform/leg.js';
import { firesIn, type SettableScanner } from '../scanner/leg-scanner.js';

/** Divisions of an output by legs: a file for each leg, or for all legs of a strip. */
export const LEG_DIVISIONS = ['leg', 'strip'] as const;
export type LegDivision = (typeof LEG_DIVISIONS)[number];

/** Divisions of a cloud: also a file for each laser, of all legs or of each of these. */
export const CLOUD_DIVISIONS = [...LEG_DIVISIONS, 'channel', 'leg+channel', 'strip+channel'] as const;
export type CloudDivision = (typeof CLOUD_DIVISIONS)[number];

/** A division's part by legs, if any, and whether it goes by lasers. */
export const divisionOf = (by: CloudDivision): { legs?: LegDivision; channels: boolean } => ({
  legs: LEG_DIVISIONS.find((name) => by.startsWith(name)),
  channels: by.endsWith('channel'),
});

/** Legs that share a file. */
export interface LegGroup {
  /** Name of the leg or strip. */
  name: string;
  /** Number of the leg, from 0, or of the strip in the order of their first legs. */
  number: number;
  /** Numbers of those of its legs in which some scanner fires, rising; at least one. */
  legs: readonly number[];
}

/** A file with the points of some legs, or of one laser in these. */
export interface LegFile extends Pick<LegGroup, 'legs'> {
  /** Number of the laser, counted through all scanners; absent: those of all. */
  laser?: number;
  path: string;
  /** The path without the number, for files that several of them share: `strips/leg.las` for `strips/leg%03d.las`. */
  stem: string;
}

/** The strip of a leg. */
export const stripOf = ({ strip, name }: Pick<Leg, 'strip' | 'name'>): string => strip ?? name;

/** The legs or strips in which some of `scanners` fires. */
export function groupLegs(
  legs: readonly Leg[],
  scanners: readonly SettableScanner[],
  by: LegDivision,
): readonly LegGroup[] {
  const groups = new Map<string | number, { name: string; number: number; legs: number[] }>();
  legs.forEach((leg, index) => {
    const [key, name] = by === 'leg' ? [index, leg.name] : [stripOf(leg), stripOf(leg)];
    const group = groups.get(key) ?? { name, number: groups.size, legs: [] };
    groups.set(key, group);
    if (scanners.some((scanner) => firesIn(scanner, index))) group.legs.push(index);
  });
  return [...groups.values()].filter((group) => group.legs.length > 0);
}

/** All legs in which some of `scanners` fires, as a group without a name; none where none does. */
export function allLegs(legs: readonly Leg[], scanners: readonly SettableScanner[]): readonly LegGroup[] {
  const fired = [...legs.keys()].filter((leg) => scanners.some((scanner) => firesIn(scanner, leg)));
  return fired.length === 0 ? [] : [{ name: '', number: 0, legs: fired }];
}

/** The number of the first laser of each scanner, counted through all of them, and behind these the number of all. */
export function firstLasers(scanners: readonly SettableScanner[]): number[] {
  const first = [0];
  for (const { scanner } of scanners) first.push(first[first.length - 1] + scanner.channels.length);
  return first;
}

/** The place of a laser's number in a pattern. */
const LASER = '%c';

export const hasLaser = (pattern: string): boolean => pattern.includes(LASER);

/** The path with the number of a laser. */
export const laserPath = (pattern: string, laser: number | string): string => pattern.replaceAll(LASER, String(laser));

/** A number in a pattern, as in C, with up to nine digits, or a name. */
const PLACEHOLDERS = /%s|%0?[1-9]?d/g;

/** Whether a pattern has a place for the name or the number of a leg. */
export const hasPlaceholder = (pattern: string): boolean => pattern.search(PLACEHOLDERS) >= 0;

/** The path of the file of a leg or strip. */
export const legPath = (pattern: string, { name, number }: Pick<LegGroup, 'name' | 'number'>): string =>
  pattern.replace(PLACEHOLDERS, (wanted) =>
    wanted === '%s' ? name : String(number).padStart(Number(wanted.slice(1, -1)), '0'),
  );

/**
 * The largest number of files that are open at once while the points of all scanners are written, scanner by scanner
 * and leg by leg: a file is open from its first leg of the first scanner to its last leg of the last one.
 */
export function mostOpen(groups: readonly Pick<LegGroup, 'legs'>[], scanners: readonly SettableScanner[]): number {
  const steps = groups.flatMap((group) => {
    const { first, last } = spanOf(group, scanners);
    return [
      { scanner: first.scanner, leg: first.leg, change: 1 },
      { scanner: last.scanner, leg: last.leg + 0.5, change: -1 },
    ];
  });
  let [open, most] = [0, 0];
  for (const { change } of steps.sort((a, b) => a.scanner - b.scanner || a.leg - b.leg)) {
    open += change;
    most = Math.max(most, open);
  }
  return most;
}

/** A leg of a scanner, by their numbers. */
export interface ScannerLeg {
  scanner: number;
  leg: number;
}

/** The first and last leg that scanners add to the file of a group. */
export function spanOf(
  { legs }: Pick<LegGroup, 'legs'>,
  scanners: readonly SettableScanner[],
): { first: ScannerLeg; last: ScannerLeg } {
  const fired = scanners.flatMap((settable, scanner) =>
    legs.filter((leg) => firesIn(settable, leg)).map((leg) => ({ scanner, leg })),
  );
  return { first: fired[0], last: fired[fired.length - 1] };
}

/** The files of an output: those of its legs, or the one for all. */
export const filesOf = ({
  path,
  files,
}: {
  path: string;
  files?: readonly LegFile[];
}): readonly Pick<LegFile, 'path' | 'stem'>[] => files ?? [{ path, stem: path }];
