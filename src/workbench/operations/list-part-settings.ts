import { z } from 'zod';
import { SEED_MAX } from '../../base/random.js';
import {
  PROCEDURAL_DETAILS,
  PROCEDURAL_KINDS,
  PROCEDURAL_LIMITS,
  PROCEDURAL_SIZES,
  type ProceduralKind,
} from '../../procedural/procedural-kind.js';
import { MATERIALS, SEMANTICS } from '../../procedural/scene-details.js';
import { SEASONS } from '../../procedural/season.js';
import { LENGTH_UNITS } from '../../survey/scene/file-part.js';
import { generatorSchema } from '../../survey/scene/generated-part.js';
import { SCALE_LIMITS } from '../../survey/scene/transform.js';
import type { Operation } from '../operation.js';

/** A number of a generator by its key in a survey, with its limits; those but `above` may be reached. */
export interface GeneratorNumber {
  key: string;
  description: string;
  /** Absent: a plain number. */
  unit?: string;
  min?: number;
  above?: number;
  max: number;
  isWhole: boolean;
}

/** A generator of scenes. */
export interface Generator {
  kind: ProceduralKind;
  numbers: GeneratorNumber[];
  /** A choice of words; the first is the usual one. */
  choices: { key: string; words: readonly string[] }[];
  /** Its keys that are neither, such as maps and paths. */
  others: string[];
}

/** Settings of a scene's parts. */
export interface PartSettings {
  /** Names of units of length. */
  units: string[];
  /** Of factors. */
  scale: { above: number; max: number };
  generators: Generator[];
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  season: SEASONS,
  materials: MATERIALS,
  semantics: SEMANTICS,
};

/** Lists the settings of a scene's parts. */
export const listPartSettings: Operation<Record<string, never>, PartSettings> = async () => ({
  units: Object.keys(LENGTH_UNITS),
  scale: SCALE_LIMITS,
  generators: PROCEDURAL_KINDS.map((kind) => ({
    kind,
    numbers: numbersOf(kind),
    choices: PROCEDURAL_DETAILS[kind].flatMap((key) => (WORDS[key] ? [{ key, words: WORDS[key] }] : [])),
    others: PROCEDURAL_DETAILS[kind].filter((key) => !WORDS[key]),
  })),
});

function numbersOf(kind: ProceduralKind): GeneratorNumber[] {
  const { minTriangles: min, maxTriangles: max } = PROCEDURAL_LIMITS[kind];
  return [
    { key: 'seed', description: 'other seeds, other scenes; 1', min: 0, max: SEED_MAX, isWhole: true },
    { key: 'triangles', description: 'about how many, the detail', min, max, isWhole: true },
    ...Object.entries(PROCEDURAL_SIZES[kind]).map(([key, { describe, whole = false, ...limits }]) => ({
      key,
      description: describe,
      ...limits,
      ...ofSchema(key, limits.min),
      isWhole: whole,
    })),
  ];
}

/** The unit of a key, which its description has in brackets at its end, and its least number, unless that is `min`. */
function ofSchema(key: string, min: number): Pick<GeneratorNumber, 'unit' | 'min' | 'above'> {
  const { [key]: optional } = generatorSchema.shape as Readonly<Record<string, unknown>>;
  const field = (optional as z.ZodOptional<z.ZodNumber>).unwrap();
  const unit = / \[(.+)\]$/.exec(z.globalRegistry.get(field)?.description ?? '')?.[1];
  const { exclusiveMinimum: above } = z.toJSONSchema(field);
  return {
    ...(unit !== undefined && { unit }),
    ...(typeof above === 'number' && above >= min && { above, min: undefined }),
  };
}
