/** Class of surfaces without a matching rule (LAS 1.4 R15, table 17). */
export const NEVER_CLASSIFIED = 0;
export const UNCLASSIFIED = 1;
/** The class of ground. */
export const GROUND = 2;
export const ROAD_SURFACE = 11;

/** Point classes of LAS 1.4 R15, table 17, by number. 23–63 are reserved; classes from 64 on are the user's. */
export const ASPRS_CLASS_NAMES: readonly string[] = Object.freeze([
  'Created, never classified',
  'Unclassified',
  'Ground',
  'Low vegetation',
  'Medium vegetation',
  'High vegetation',
  'Building',
  'Low point (noise)',
  'Reserved',
  'Water',
  'Rail',
  'Road surface',
  'Reserved',
  'Wire – guard (shield)',
  'Wire – conductor (phase)',
  'Transmission tower',
  'Wire-structure connector (insulator)',
  'Bridge deck',
  'High noise',
  'Overhead structure',
  'Ignored ground',
  'Snow',
  'Temporal exclusion',
]);

/** The first class that users number themselves. */
export const FIRST_USER_CLASS = 64;

/** Name of an ASPRS class, 0 … 255; `own`: names of classes from 64 on. */
export function asprsClassName(classification: number, own: Readonly<Record<number, string>> = {}): string {
  if (classification >= FIRST_USER_CLASS) return own[classification] ?? `User class ${classification}`;
  return ASPRS_CLASS_NAMES[classification] ?? 'Reserved';
}
