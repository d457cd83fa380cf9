import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit, NUMBER_DECIMALS } from './edit.js';
import { SCENE_KEYS } from './survey-keys.js';

/** Scattering of a material: the keys of `scene.materials` in docs/survey.md. */
export interface WrittenMaterial {
  readonly use?: string;
  readonly reflectance?: number | 'texture';
  readonly [key: string]: unknown;
}

/** Sets the scattering of a material. Undefined leaves it to file and catalogue; the last one removes the key. */
export function setMaterial(text: SurveyText, name: string, material: WrittenMaterial | undefined): NamedEdit {
  const path = ['scene', 'materials'];
  if (material !== undefined)
    return editOf(text, `Set material ${name}`, (now) => {
      const isThere = isPlainMap(now.valueAt(path));
      const options = { decimals: NUMBER_DECIMALS, order: isThere ? undefined : SCENE_KEYS };
      return isThere
        ? now.setValue([...path, name], material, options)
        : now.setValue(path, { [name]: material }, options);
    });
  return editOf(text, `Reset material ${name}`, (now) => {
    const materials = now.valueAt(path);
    const isLast = isPlainMap(materials) && Object.keys(materials).length === 1 && name in materials;
    return isLast ? now.removeKey(['scene'], 'materials') : isPlainMap(materials) ? now.removeKey(path, name) : [];
  });
}
