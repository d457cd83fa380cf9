import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { wrapValue } from '../wrap-value.js';
import { editOf, type NamedEdit } from './edit.js';
import { legsOf, type WrittenLeg } from './legs.js';
import { freshScannerName, namesOfWritten } from './scanner-names.js';
import { LISTED_KEYS } from './scanner-path.js';
import { setScanner } from './set-scanner.js';

/**
 * Adds a scanner of the catalogue behind the others, with a name that differs from theirs. A single scanner becomes the
 * first of a list, as written, and keeps its settings in legs. A leg in which it does not fire, such as a turn, stays
 * without pulses.
 */
export function addScanner(text: SurveyText, id: string): NamedEdit {
  const list = text.valueAt(['scanners']);
  const count = Array.isArray(list) ? list.length : 0;
  if (count === 0 && (text.valueAt(['scanner']) ?? null) === null) return setScanner(text, id);
  const names = namesOfWritten(text);
  const name = freshScannerName(id, new Set(names));
  const item = name === id ? { scanner: id } : { name, scanner: id };
  return editOf(text, `Add scanner ${name}`, ...(count === 0 ? listSteps(text, names[0], name) : []), (now) =>
    now.insertItem(['scanners'], Math.max(count, 1), item),
  );
}

type Step = Parameters<typeof editOf>[2];

/** The steps that make a list of the only scanner, beside which there will be one called `added`. */
function listSteps(text: SurveyText, called: string | undefined, added: string): Step[] {
  const setting = legsOf(text).flatMap((leg, k) => (setsNumbers(leg) ? [k] : []));
  // The name in its file is not known here.
  const name = called ?? freshScannerName('scanner', new Set([added]));
  const isNamed = called !== undefined || setting.length === 0;
  return [
    (now) => wrapValue(now, [], 'scanner', { key: 'scanners', inner: 'scanner', inList: true }),
    (now) => (isNamed ? [] : now.setValue(['scanners', 0, 'name'], name, { order: LISTED_KEYS })),
    ...setting.map(
      (k): Step =>
        // A leg that repeats one before (*) has followed it.
        (now) =>
          now.valueAt(['legs', k, 'scanner']) === undefined
            ? []
            : wrapValue(now, ['legs', k], 'scanner', { key: 'scanners', inner: name, inList: false }),
    ),
    ...setting
      .filter((k) => (legsOf(text)[k].scanner as { active?: unknown }).active === false)
      .map(
        (k): Step =>
          (now) =>
            now.setValue(['legs', k, 'scanners', added, 'active'], false),
      ),
  ];
}

/** True if a leg sets more of its scanner than whether it fires. */
const setsNumbers = ({ scanner }: WrittenLeg): boolean =>
  isPlainMap(scanner) && Object.keys(scanner).some((key) => key !== 'active');
