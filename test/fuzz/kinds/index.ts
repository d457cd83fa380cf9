import type { FuzzKind } from '../fuzz-kind.js';
import { las, laz } from './clouds.js';
import { commandLines } from './command-lines.js';
import { glbKind, gltf } from './gltf.js';
import { jpeg, png } from './images.js';
import { materialKinds } from './materials.js';
import { mtl, obj } from './obj.js';
import { ply, stl } from './ply-stl.js';
import { run, survey } from './surveys.js';
import { instances, pattern } from './tables.js';
import { trajectoryKinds } from './trajectories.js';

/** All kinds of input: the one place that lists them. */
export const FUZZ_KINDS: readonly FuzzKind[] = [
  ...[survey, run, commandLines, obj, mtl, gltf, glbKind, ply, stl, png, jpeg],
  ...[...materialKinds, ...trajectoryKinds, instances, pattern, las, laz],
];
