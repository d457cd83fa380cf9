import { isPlainMap } from '../plain-value.js';
import { shownPath } from '../shown-path.js';
import type { SurveyText } from '../survey-text.js';
import type { Path } from '../yaml-tree.js';
import { editOf, type NamedEdit } from './edit.js';
import { legsOf } from './legs.js';
import { hasScannerList, LISTED_KEYS, scannerPath } from './scanner-path.js';
import { SURVEY_KEYS } from './survey-keys.js';

/** A change of the scanner, and the settings of the former one that went with it, such as `scanner.verticalStep`. */
export interface ScannerEdit extends NamedEdit {
  readonly dropped: readonly string[];
}

/** Keys of a leg's scanner that any scanner has. */
const GENERAL = ['active', 'detector'];

/**
 * Sets the scanner by its id in the catalogue, or by its path; of several, number `index`. Settings of the former one, here and in
 * the legs, are dropped: they may not exist, or mean something else, for another.
 */
export function setScanner(text: SurveyText, id: string, index = 0): ScannerEdit {
  const several = hasScannerList(text);
  const path = scannerPath(text, index);
  const former = text.valueAt(path);
  const settings = legSettings(text, several ? nameOf(text, index) : undefined);
  const dropped = [...keysOf(former).map((key) => [...path, key]), ...settings].map(shownPath);
  const renamed = several && text.valueAt(['scanners', index, 'name']) === undefined;
  const edit = editOf(
    text,
    `Set scanner ${id}`,
    (now) => now.setValue(path, id, { order: several ? LISTED_KEYS : SURVEY_KEYS }),
    ...settings.map((setting) => (now: SurveyText) => dropSetting(now, setting)),
    ...(renamed ? [(now: SurveyText) => renameInLegs(now, idOf(former), id)] : []),
  );
  return { ...edit, dropped };
}

/** Settings of a scanner beside its name. */
const keysOf = (scanner: unknown): string[] =>
  isPlainMap(scanner) ? Object.keys(scanner).filter((key) => key !== 'id' && key !== 'file') : [];

const idOf = (scanner: unknown): string => String(isPlainMap(scanner) ? (scanner.id ?? scanner.file) : scanner);

const nameOf = (text: SurveyText, index: number): string =>
  String(text.valueAt(['scanners', index, 'name']) ?? idOf(text.valueAt(['scanners', index, 'scanner'])));

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

/** Removes a setting, and what would be left of it as an empty map. */
function dropSetting(text: SurveyText, path: Path): ReturnType<SurveyText['removeKey']> {
  const owner = path.slice(0, -1);
  const map = text.valueAt(owner);
  const isLast = isPlainMap(map) && Object.keys(map).length === 1;
  // `scanners` and the scanner of a leg, but not the leg.
  return isLast && owner.length > 2 ? dropSetting(text, owner) : text.removeKey(owner, String(path.at(-1)));
}

/** A scanner without a name of its own is called by its id in the legs. */
function renameInLegs(text: SurveyText, from: string, to: string): NamedEdit['patches'] {
  const steps = legsOf(text).flatMap((leg, k) =>
    isPlainMap(leg.scanners) && from in leg.scanners && !(to in leg.scanners)
      ? [(now: SurveyText) => now.renameKey(['legs', k, 'scanners'], from, to)]
      : [],
  );
  return editOf(text, '', ...steps).patches;
}
