/** Start of a part: the number of a leg in the manifest, and a pulse of it. */
export interface PartStart {
  leg: number;
  first: number;
}

/** Name of a journal's manifest. */
export const MANIFEST_NAME = 'manifest.json';

/** The name of the part that begins with this pulse; legs count from 1 there. */
export const partName = ({ leg, first }: PartStart): string => `leg${leg + 1}-pulse${first}.part`;

/** The start of the part of this name; undefined for other names. */
export function startOfPart(name: string): PartStart | undefined {
  const [, leg, first] = /^leg([1-9]\d{0,9})-pulse(0|[1-9]\d{0,9})\.part$/.exec(name) ?? [];
  return leg === undefined ? undefined : { leg: Number(leg) - 1, first: Number(first) };
}

/** Whether a journal writes files of this name, unfinished ones of programs that were killed included. */
export const isOfJournal = (name: string): boolean =>
  name === MANIFEST_NAME || /^(leg\d+-pulse\d+\.part|\.(leg\d+-pulse\d+\.part|manifest\.json)\..*\.tmp)$/.test(name);
