import { formatPlace, UserError } from '../base/errors.js';
import { basename } from '../base/files/paths.js';
import { type Crs, crsTitle } from '../crs/crs.js';
import type { Scene, StatedReference } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';

/** The reference system of a survey's world, and notes about it. */
export interface WorldReference {
  crs?: Crs;
  /** Absent: the survey names it itself, or nothing does. */
  note?: string;
  warnings: string[];
}

/** Characters of a file's own words in a message. */
const TEXT_LENGTH_MAX = 80;

/**
 * The reference system of a survey: its own, or else the one on which all those files of its scene agree that state one
 * and stand at their original place. Warns of files that contradict it.
 */
export async function worldReference(
  { crs }: Pick<Survey, 'crs'>,
  { references = [] }: Pick<Scene, 'references'>,
): Promise<WorldReference> {
  const fixed = references.filter(({ isMoved }) => !isMoved);
  // Few scenes state one, and a table of all systems comes with it.
  if (fixed.length === 0) return { crs, note: crs ? undefined : movedNote(references), warnings: [] };
  const { stated, warnings } = await readStated(fixed);
  if (crs) {
    const others = await contradicting(crs, stated);
    const says = (one: Stated) => `${describe(one)}, and the survey crs ${crsTitle(crs)}: nothing is converted`;
    return { crs, warnings: [...warnings, ...others.map(says)] };
  }
  const [first] = stated;
  if (first === undefined) return { warnings };
  const others = await contradicting(first.crs, stated);
  const differs = (one: Stated) =>
    `${describe(one)}, and ${basename(first.reference.file)} ${crsTitle(first.crs)}: clouds name neither`;
  if (others.length > 0) return { warnings: [...warnings, ...others.map(differs)] };
  return { crs: first.crs, note: `crs: ${crsTitle(first.crs)}, as ${basename(first.reference.file)} states`, warnings };
}

interface Stated {
  reference: StatedReference;
  crs: Crs;
}

const describe = ({ reference: { place, file }, crs }: Stated): string =>
  `${formatPlace(place)}: ${basename(file)} states ${crsTitle(crs)}`;

/** The systems that can be read, each file and text once, and warnings of the others. */
async function readStated(references: readonly StatedReference[]): Promise<{ stated: Stated[]; warnings: string[] }> {
  const { readCrs } = await import('../crs/read-crs.js');
  const once = new Map(references.map((reference) => [JSON.stringify([reference.file, reference.text]), reference]));
  const [stated, warnings]: [Stated[], string[]] = [[], []];
  for (const reference of once.values())
    try {
      stated.push({ reference, crs: await readCrs(reference.text) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { file, place, text } = reference;
      const found = JSON.stringify(text.slice(0, TEXT_LENGTH_MAX));
      warnings.push(`${formatPlace(place)}: ${basename(file)} states the system ${found}, left out: ${error.message}`);
    }
  return { stated, warnings };
}

/** Systems with another plane than `crs`; heights may be those of a compound system or missing. */
async function contradicting(crs: Crs, stated: readonly Stated[]): Promise<Stated[]> {
  const { identifyPlane } = await import('../crs/inspect-wkt.js');
  const [own, ...others] = [crs, ...stated.map((one) => one.crs)].map(({ wkt }) => identifyPlane(wkt));
  return stated.filter((_, k) => {
    const { code, name } = others[k];
    return own.code !== undefined && code !== undefined ? own.code !== code : plain(own.name) !== plain(name);
  });
}

/** A name without differences of spelling between programs: `ETRS89 / UTM zone 32N`, `ETRS89_UTM_zone_32N`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function movedNote([first]: readonly StatedReference[]): string | undefined {
  if (first === undefined) return undefined;
  const { file, text } = first;
  return `${basename(file)} states ${text.slice(0, TEXT_LENGTH_MAX)}, but its part is moved or placed: clouds name no system unless crs does`;
}
