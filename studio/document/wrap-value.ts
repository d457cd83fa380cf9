import { commentsBelow } from './comments.js';
import { EditRefused } from './edit-refused.js';
import { endOf, type Step } from './find-node.js';
import { breakOf, columnOf } from './lines.js';
import type { Patch } from './patch.js';
import { refuseOdd } from './set-value.js';
import { shownPath } from './shown-path.js';
import type { Source } from './source.js';
import type { SurveyText } from './survey-text.js';
import { writeKey } from './write-value.js';
import type { Path } from './yaml-tree.js';

/** The map and list around a value that was that of a key alone. */
export interface Wrapping {
  /** The key in place of the former one. */
  readonly key: string;
  /** The key of the value below it. */
  readonly inner: string;
  /** True if the inner key is in a map that is the only item of a list. */
  readonly inList: boolean;
}

/**
 * The patches that put the value of `key`, in the map at `path`, one level deeper, as written, with its comments:
 * `scanner: x` becomes `scanners: [{ scanner: x }]`, or `scanners: { left: x }`.
 */
export function wrapValue(text: SurveyText, path: Path, key: string, wrapping: Wrapping): Patch[] {
  const wrapped = (map: unknown) =>
    Object.fromEntries(
      Object.entries(map as object).map(([other, value]) =>
        other === key ? wrappedPair(value, wrapping) : [other, value],
      ),
    );
  return text.edited(path, wrapped, (writing) => {
    const { source } = writing;
    const found = writing.find([...path, key]);
    const step = found?.steps.at(-1);
    if (!found || !step || found.rest.length > 0) throw new EditRefused(`${shownPath(path)} has no key ${key}`);
    refuseOdd({ ...found, rest: [key] }, path);
    const isOneLine = !/[\n\r]/.test(source.text.slice(step.at, endOf(step)));
    writing.apply(
      step.node.flow || (isOneLine && !wrapping.inList)
        ? inBrackets(source, step, wrapping)
        : inLines(source, step, wrapping),
    );
  });
}

const wrappedPair = (value: unknown, { key, inner, inList }: Wrapping): [string, unknown] => [
  key,
  inList ? [{ [inner]: value }] : { [inner]: value },
];

function inBrackets({ text, layout }: Source, step: Step, { key, inner, inList }: Wrapping): Patch[] {
  const { json, mapPad, listPad } = layout;
  const [open, close] = inList ? [`[${listPad}{${mapPad}`, `${mapPad}}${listPad}]`] : [`{${mapPad}`, `${mapPad}}`];
  const [at, end] = [step.at + step.entry.keyFrom, endOf(step)];
  const remove = text.slice(at, at + step.entry.keyLength);
  const insert = `${writeKey(key, json)}: ${open}${writeKey(inner, json)}`;
  return [
    { at: end, remove: '', insert: close },
    { at, remove, insert },
  ];
}

function inLines({ text, layout }: Source, step: Step, { key, inner, inList }: Wrapping): Patch[] {
  const { json, listStep, mapStep, dashGap } = layout;
  const at = step.at + step.entry.keyFrom;
  const column = columnOf(text, at);
  const mark = inList ? `-${dashGap}` : '';
  const before = ' '.repeat(inList ? listStep : mapStep);
  const blanks = ' '.repeat(before.length + mark.length);
  const remove = text.slice(at, commentsBelow(text, endOf(step), column));
  const body = remove.slice(step.entry.keyLength).replace(/(\r\n|\n|\r)(?=[^\n\r])/g, `$1${blanks}`);
  const head = `${writeKey(key, json)}:${breakOf(text)}${' '.repeat(column)}${before}${mark}${writeKey(inner, json)}`;
  return [{ at, remove, insert: head + body }];
}
