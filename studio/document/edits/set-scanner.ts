import type { Patch } from '../patch.js';
import { isPlainMap } from '../plain-value.js';
import { shownPath } from '../shown-path.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { dropSetting } from './drop-setting.js';
import { editOf, type NamedEdit } from './edit.js';
import { followNames, renamings } from './follow-names.js';
import { legsOf } from './legs.js';
import { freshScannerName, namesOfWritten, type WrittenScanner, writtenScanners } from './scanner-names.js';
import { hasScannerList, LISTED_KEYS, scannerPath } from './scanner-path.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** A change of the scanner, and the settings of the former one that went with it, such as `scanner.verticalStep`. */
export interface ScannerEdit extends NamedEdit {
  readonly dropped: readonly string[];
}

/** Keys of a leg's scanner that any scanner has. */
const GENERAL = ['active', 'detector'];

/**
 * Sets the scanner by its id in the catalogue, or by its path; of several, number `index`. Settings of the former one,
 * here and in legs, are dropped: another scanner may lack them, or give them another meaning.
 */
export function setScanner(text: SurveyText, id: string, index = 0): ScannerEdit {
  const several = hasScannerList(text);
  const path = scannerPath(text, index);
  const former = text.valueAt(path);
  const names = namesOfWritten(text);
  const written = writtenScanners(text)[index];
  const settings = legSettings(text, names[index]);
  const dropped = [...keysOf(former).map((key) => [...path, key]), ...settings].map(shownPath);
  const edit = editOf(
    text,
    `Set scanner ${id}`,
    (now) =>
      several && text.valueAt(['scanners', index]) === undefined
        ? now.insertItem(['scanners'], index, { scanner: id })
        : now.setValue(path, id, { order: several ? LISTED_KEYS : SURVEY_KEYS }),
    (now) => recount(now, id, index, written),
    ...settings.map((setting) => (now: SurveyText) => dropSetting(now, setting)),
    // A scanner without a name of its own is called by its id.
    (now) => editOf(now, '', ...followNames(now, renamings(names, namesOfWritten(now)))).patches,
  );
  return { ...edit, dropped };
}

/** Gives a scanner that was called by its id and a number a name by the new one. */
function recount(text: SurveyText, id: string, index: number, { name, id: former }: WrittenScanner): readonly Patch[] {
  if (name === undefined || former === undefined || !isCounted(name, former)) return [];
  const at: Path = ['scanners', index];
  const fresh = freshScannerName(id, new Set(namesOfWritten(text).toSpliced(index, 1)));
  return fresh === id ? text.removeKey(at, 'name') : text.setValue([...at, 'name'], fresh);
}

/** True if a name is the one that a scanner with an id gets beside others of its kind. */
const isCounted = (name: string, id: string): boolean =>
  name.startsWith(`${id}-`) && /^\d+$/.test(name.slice(id.length + 1));

/** Settings of a scanner beside its name. */
const keysOf = (scanner: unknown): string[] =>
  isPlainMap(scanner) ? Object.keys(scanner).filter((key) => key !== 'id' && key !== 'file') : [];

/** Paths of what legs set of the scanner; of several, of the one with a name, and of all of them. */
function legSettings(text: SurveyText, name: string | undefined): Path[] {
  return legsOf(text).flatMap((leg, k) => {
    const places: Path[] = [['legs', k, 'scanner']];
    if (name !== undefined && isPlainMap(leg.scanners)) places.push(['legs', k, 'scanners', name]);
    return places.flatMap((place) => {
      const settings = text.valueAt(place);
      const keys = isPlainMap(settings) ? Object.keys(settings).filter((key) => !GENERAL.includes(key)) : [];
      return keys.map((key): Path => [...place, key]);
    });
  });
}
