import { IDENTITY } from '../../../base/affine.js';
import { append } from '../../../base/append.js';
import { UserError } from '../../../base/errors.js';
import { turnTaker } from '../../../base/steps.js';
import type { Vec3 } from '../../../base/vec3.js';
import { undescribedMaterial } from '../../materials/plain-material.js';
import type { Material, Model } from '../../model.js';
import { aroundOrigin } from '../around-origin.js';
import { finishModel } from '../finish-mesh.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { reportMasks } from '../report-masks.js';
import { TextureReader } from '../texture-reader.js';
import { type ByteBlocks, wholeLines } from '../whole-lines.js';
import { countObj, type ObjCounts } from './count-obj.js';
import { type MapTransform, moveMapUvs, PLAIN_TRANSFORM } from './map-transform.js';
import { MTL_BYTES_MAX, parseMtl } from './mtl.js';
import { addMtlTextures, hasImages, type MtlMaterial, transformOf } from './mtl-maps.js';
import { DEFAULT_MATERIAL, type ObjMaterial } from './obj-groups.js';
import { type ObjContent, ObjParser } from './obj-parser.js';

/**
 * The model of a Wavefront OBJ file, which is passed over twice or more and never held in memory. Throws UserError with
 * the line; AbortedError.
 */
export async function readObj(blocks: ByteBlocks, options: ReadModelOptions): Promise<Model> {
  const { file, log } = options;
  const counts = await countObj(blocks, file);
  const known = await readLibraries(counts.libraries, options);
  const textured = texturedNames(known);
  const content = await aroundOrigin((origin) => readContent(blocks, counts, textured, options, origin));
  const { mesh, materials: used, skippedFaces, bareFaces } = content;
  if (skippedFaces > 0) log.warn(`${file}: ${skippedFaces} faces have fewer than three corners and were left out`);
  if (bareFaces > 0)
    log.warn(
      `${file}: ${bareFaces} faces of textured materials have no texture coordinates: they are whole and of one colour`,
    );

  moveMapUvs(
    mesh,
    used.map(({ name, textured }) => mapTransform(textured ? known.get(name) : undefined, options)),
  );
  const model = { meshes: [mesh], materials: [], instances: [{ mesh: 0, name: '', transform: IDENTITY }] };
  finishModel(model, file, options);
  warnOfMissing(used, known, options);
  const reader = new TextureReader(options);
  const materials: Material[] = [];
  for (const { name, textured } of used)
    materials.push(await findMaterial(known.get(name), name, textured, options, reader));
  reportMasks(materials, file, log);
  return { ...model, materials, ...(reader.textures.length > 0 && { textures: reader.textures }) };
}

async function readContent(
  blocks: ByteBlocks,
  counts: ObjCounts,
  textured: ReadonlySet<string>,
  { file, signal }: ReadModelOptions,
  origin?: Vec3,
): Promise<ObjContent> {
  const parser = new ObjParser(file, counts, textured, origin);
  const turn = turnTaker(signal);
  for await (const lines of wholeLines(blocks, file, counts.hasContinuedLines)) {
    parser.push(lines);
    await turn();
  }
  return parser.finish();
}

/** The materials of all libraries by name; the first one with a name counts. */
async function readLibraries(libraries: string[], options: ReadModelOptions): Promise<Map<string, LibraryMaterial>> {
  const known = new Map<string, LibraryMaterial>();
  for (const library of new Set(libraries))
    for (const entry of await readLibrary(library, options))
      if (!known.has(entry.material.name)) known.set(entry.material.name, entry);
  return known;
}

function texturedNames(known: ReadonlyMap<string, LibraryMaterial>): Set<string> {
  const textured = [...known.values()].filter(({ images }) => hasImages(images));
  return new Set(textured.map(({ material }) => material.name));
}

function mapTransform(entry: LibraryMaterial | undefined, { file, log }: ReadModelOptions): MapTransform {
  const warn = (text: string) => log.warn(`${file}: material "${entry?.material.name}": ${text}`);
  return entry === undefined ? PLAIN_TRANSFORM : transformOf(entry, warn);
}

/** A plain material for a name that no library has. */
async function findMaterial(
  entry: LibraryMaterial | undefined,
  name: string,
  textured: boolean,
  options: ReadModelOptions,
  reader: TextureReader,
): Promise<Material> {
  if (!entry) return undescribedMaterial(name, options.physics);
  return textured ? addMtlTextures(entry, entry.library, options, reader) : entry.material;
}

function warnOfMissing(used: ObjMaterial[], known: ReadonlyMap<string, unknown>, options: ReadModelOptions): void {
  const { file, log, described } = options;
  const isKnown = (name: string) => known.has(name) || described?.has(name) || name === DEFAULT_MATERIAL;
  const missing = used.map(({ name }) => name).filter((name) => !isKnown(name));
  if (missing.length === 0) return;
  const outcome = isPlain(options)
    ? "HELIOS++'s default is assumed, 50 %"
    : `the words of ${missing.length === 1 ? 'its name decide' : 'their names decide'}, or else plain grey`;
  log.warn(
    `${file}: no material library describes ${listSome(missing)}: ${outcome}; subray material assign shows what it became`,
  );
}

const isPlain = ({ physics }: ReadModelOptions): boolean => physics?.gloss === 'plain';

/** A material and its library. */
interface LibraryMaterial extends MtlMaterial {
  library: string;
}

/** `mtllib a b.mtl` names one file with a blank in it, or two files, whichever exist. */
async function readLibrary(library: string, options: ReadModelOptions): Promise<LibraryMaterial[]> {
  const whole = await tryLibrary(library, options);
  if (whole.materials) return whole.materials;
  const words = library.split(/\s+/);
  // A comment may follow.
  const comment = words.findIndex((word) => word.startsWith('#'));
  const parts = comment > 0 ? words.slice(0, comment) : words;
  const materials: LibraryMaterial[] = [];
  if (words.length === 1) options.log.warn(whole.reason);
  else
    for (const part of parts) {
      const one = await tryLibrary(part, options);
      if (one.materials) append(materials, one.materials);
      else options.log.warn(one.reason);
    }
  return materials;
}

async function tryLibrary(name: string, { file, log, physics, readBeside }: ReadModelOptions): Promise<LibraryResult> {
  if (!readBeside) return { materials: [] };
  let bytes: Uint8Array;
  try {
    bytes = await readBeside(name, MTL_BYTES_MAX);
  } catch (error) {
    if (error instanceof UserError) return { reason: `${file}: material library "${name}" left out: ${error.message}` };
    throw error;
  }
  try {
    const materials = parseMtl(bytes, pathBeside(file, name), { log, physics });
    return { materials: materials.map((entry) => ({ ...entry, library: name })) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message, place, hint } = error;
    throw new UserError(`${message} (a material library of ${file})`, { place, hint, cause: error });
  }
}

/** The path of a library, for messages. */
const pathBeside = (file: string, name: string): string => file.replace(/[^\\/]*$/, '') + name;

type LibraryResult = { materials: LibraryMaterial[]; reason?: undefined } | { materials?: undefined; reason: string };

function listSome(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${name}"`);
  return shown.join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
}
