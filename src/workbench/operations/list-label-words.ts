import { shippedMaterials } from '../../material/catalogue/shipped-materials.js';
import { PROCEDURAL_CLASS_NAMES } from '../../procedural/labels.js';
import { ASPRS_NAMES_FOR_SURVEYS, asprsClassByName } from '../../scene/labels/asprs-class-by-name.js';
import { SEMANTIC_CLASSES } from '../../scene/labels/semantic-classes.js';
import type { Operation } from '../operation.js';

/** Words of labels that need no description in the survey. */
export interface LabelWords {
  /** Names of ASPRS classes in the order of their numbers. */
  classes: { name: string; number: number }[];
  /** Classes from 64 on of generated scenes, which have no names in surveys. */
  generated: { name: string; number: number }[];
  /** Semantic classes that have a number of their own. */
  semantics: string[];
  /** The materials of the catalogue. */
  materials: { id: string; name: string }[];
}

/** Lists the classes and materials that labels of surveys may name without more. */
export const listLabelWords: Operation<Record<string, never>, LabelWords> = async () => ({
  classes: ASPRS_NAMES_FOR_SURVEYS.map((name) => ({ name, number: asprsClassByName(name) ?? 0 })),
  generated: Object.entries(PROCEDURAL_CLASS_NAMES).map(([number, name]) => ({ name, number: Number(number) })),
  semantics: Object.keys(SEMANTIC_CLASSES).filter((name) => name !== 'none'),
  materials: shippedMaterials().map(({ id, name }) => ({ id, name })),
});
