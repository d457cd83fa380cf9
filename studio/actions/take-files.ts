import type { NamedFile } from '../backend/backend.js';
import { addPart } from '../document/edits/index.js';
import { newSurvey } from '../document/new-survey.js';
import { isPlainMap } from '../document/plain-value.js';
import { CLOUDS } from '../state/clouds/cloud.js';
import type { Studio } from '../state/studio.js';
import { goToCloud } from './look-at-cloud.js';

const SURVEYS = /\.(ya?ml|json)$/i;
/** Files that make a part of a scene; others, such as materials and pictures, go with them. */
const MODELS = /\.(obj|gltf|glb|ply|stl|off|vox|tiff?|asc|city\.json)(\.gz)?$/i;

/** Files that models name. */
const COMPANIONS = /\.(mtl|bin|png|jpe?g|webp|ktx2)$/i;

/**
 * Takes over files: opens a survey, adds models to the scene unless they are there, and shows clouds beside those of
 * runs. Others are kept for models and surveys that name them. Reports useless files.
 */
export async function takeFiles(studio: Studio, files: readonly NamedFile[]): Promise<void> {
  const surveys = files.filter(({ name }) => SURVEYS.test(name) && !MODELS.test(name));
  const models = files.filter(({ name }) => MODELS.test(name));
  const clouds = files.filter(({ name }) => CLOUDS.test(name));
  await studio.backend.addFiles(files.filter((file) => !surveys.includes(file)));
  if (surveys.length > 0) {
    const [{ name, file }] = surveys;
    studio.begin(`Open ${name}`, await file.text());
    if (surveys.length > 1) studio.messages.warn(`${surveys.length} surveys were dropped: ${name} is open`);
    else studio.messages.record('info', `${name} was opened`);
    if (clouds.length > 0) void openAll(studio, clouds);
    return;
  }
  const named = wordsOf(studio);
  const isNamed = ({ name }: NamedFile) => named.has(name);
  const goesAlong = ({ name }: NamedFile) => COMPANIONS.test(name) && (models.length > 0 || hasParts(studio));
  const others = files.filter((file) => isNamed(file) || goesAlong(file));
  const useless = files.filter((file) => ![...others, ...models, ...clouds].includes(file));
  if (useless.length > 0) reportUseless(studio, useless);
  if (others.some(isNamed) || (others.length > 0 && hasParts(studio)))
    readAgain(studio, others, models.length + clouds.length === 0 || others.some(isNamed));
  const fresh = models.filter((file) => !isNamed(file));
  if (fresh.length + clouds.length === 0) return;
  if (!studio.isOpen.value) studio.begin('New survey', newSurvey('empty'));
  for (const { name } of fresh) studio.edit((text) => addPart(text, { file: name }));
  // Their points come one after the other, while the user goes on.
  void openAll(studio, clouds);
}

/**
 * Reads the survey and its scene again with more files. Reports that if `isTold`, and warns of files in another place
 * than the scene looks in.
 */
function readAgain(studio: Studio, files: readonly NamedFile[], isTold: boolean): void {
  studio.check.again();
  const found = files.filter(({ name }) => {
    const place = placeMissed(studio, name);
    if (place === undefined) return true;
    studio.messages.warn(
      `${name}: the scene looks for it at ${place}: add it in a folder, so that it comes to that place`,
    );
    return false;
  });
  if (!isTold || found.length === 0) return;
  const isOfScene = found.some(({ name }) => MODELS.test(name) || COMPANIONS.test(name));
  const them = found.length === 1 ? 'it' : 'them';
  studio.messages.report(`${listOf(found)}: the ${isOfScene ? 'scene' : 'survey'} is read with ${them} from now on`);
}

/** Path at which the scene misses a file of this name; undefined: none is missed, or it is the file's own path. */
function placeMissed({ sceneLoading }: Studio, name: string): string | undefined {
  const places = sceneLoading.warnings.flatMap((warning) => {
    const [, folder = '', path] = /^(?:([^:]*\/)?[^:/]*: )?.*"([^"]+)" left out/.exec(warning) ?? [];
    return path === undefined ? [] : folder + path;
  });
  return places.includes(name) ? undefined : places.find((place) => place.endsWith(`/${name}`));
}

/** Warns of useless files; those in folders came along with others, and only the log has them. */
function reportUseless(studio: Studio, files: readonly NamedFile[]): void {
  const names = files.length > SHOWN ? [] : files.map(({ name }) => name);
  const what = names.length === 0 ? `${files.length} files` : names.join(', ');
  const message = `${what}: nothing of ${files.length === 1 ? 'it' : 'them'} is a survey, a model or a cloud`;
  if (files.every(({ name }) => name.includes('/'))) studio.messages.record('info', message);
  else studio.messages.warn(message);
}

/** Most files that a warning names. */
const SHOWN = 5;

/** All words of what the survey reads, with the names of its files among them. */
function wordsOf({ document }: Studio): Set<string> {
  const words = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.add(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (isPlainMap(value)) Object.values(value).forEach(collect);
  };
  const survey = document.survey.valueAt([]);
  if (isPlainMap(survey)) collect({ ...survey, output: undefined });
  return words;
}

/** True if the survey's scene has parts. */
function hasParts({ document }: Studio): boolean {
  const parts = document.survey.valueAt(['scene', 'parts']);
  return Array.isArray(parts) && parts.length > 0;
}

const listOf = (files: readonly NamedFile[]): string => (files.length === 1 ? files[0].name : `${files.length} files`);

async function openAll(studio: Studio, clouds: readonly NamedFile[]): Promise<void> {
  for (const { name } of clouds) {
    const cloud = await studio.clouds.open(name).catch((error) => studio.messages.fail(error));
    if (cloud) goToCloud(studio, cloud);
  }
}
