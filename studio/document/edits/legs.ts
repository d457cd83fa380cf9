import { EditRefused } from '../edit-refused.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import type { Point } from './edit.js';

/** A leg as the text has it. */
export type WrittenLeg = Readonly<Record<string, unknown>>;

/** The legs of lists, since each row of many legs asks for its own. */
const known = new WeakMap<readonly unknown[], readonly WrittenLeg[]>();

/** The legs of a survey; none if it has no list of them. What is no map among them is empty. */
export function legsOf(text: SurveyText): readonly WrittenLeg[] {
  const list = text.valueAt(['legs']);
  if (!Array.isArray(list)) return [];
  const legs = known.get(list) ?? list.map((leg) => (isPlainMap(leg) ? leg : {}));
  known.set(list, legs);
  return legs;
}

/** Leg number `index`, which must exist. */
export function legAt(text: SurveyText, index: number): WrittenLeg {
  const leg = legsOf(text)[index];
  if (!leg) throw new EditRefused(`the survey has no leg ${index + 1}`);
  return leg;
}

/** The name of a leg: its own, or that by its number. */
export const legName = (leg: WrittenLeg, index: number): string =>
  typeof leg.name === 'string' ? leg.name : `leg ${index + 1}`;

/** The points of a path or a multicopter's way; undefined: the leg has none, or they are not written as such yet. */
export function pointsOf(leg: WrittenLeg): readonly Point[] | undefined {
  const list = leg.path ?? leg.waypoints;
  const isPoint = (item: unknown) => Array.isArray(item) && item.length === 3 && item.every(Number.isFinite);
  return Array.isArray(list) && list.length > 0 && list.every(isPoint) ? (list as never) : undefined;
}

/** Name of a kind of leg. */
const legNoun = (leg: WrittenLeg): string => ('position' in leg ? 'station' : 'leg');

/** The leg as edits name it: `station pavement`. */
export function titleOf(text: SurveyText, index: number): string {
  const leg = legAt(text, index);
  const name = legName(leg, index);
  return name === `leg ${index + 1}` ? name : `${legNoun(leg)} ${name}`;
}

/** `name`, or with the first number from 2 that makes it differ from all of `others`: `oak 2`. */
export function freshName(name: string, others: readonly unknown[]): string {
  const base = name.replace(/ \d+$/, '');
  for (let k = 1; ; k++) {
    const tried = k === 1 ? name : `${base} ${k}`;
    if (!others.includes(tried)) return tried;
  }
}

export const legNames = (text: SurveyText): string[] => legsOf(text).map(legName);
