import type { NamedFile } from '../backend/backend.js';
import { addPart } from '../document/edits/index.js';
import { newSurvey } from '../document/new-survey.js';
import { isPlainMap } from '../document/plain-value.js';
import { CLOUDS } from './clouds.js';
import { goToCloud } from './look-at-cloud.js';
import type { Studio } from './studio.js';

const SURVEYS = /\.(ya?ml|json)$/i;
/** Files that make a part of a scene; others, such as materials and pictures, go with them. */
const MODELS = /\.(obj|gltf|glb|ply|stl|off|vox|tiff?|asc|city\.json)(\.gz)?$/i;

/** Files that models name. */
const COMPANIONS = /\.(mtl|bin|png|jpe?g|webp|ktx2)$/i;

/**
 * Takes files over: a survey is opened, models become parts of the scene unless they are there, clouds are shown beside those of
 * runs, and all others are there for those that name them. What was not usable is said.
 */
export async function takeFiles(studio: Studio, files: readonly NamedFile[]): Promise<void> {
  const surveys = files.filter(({ name }) => SURVEYS.test(name) && !MODELS.test(name));
  const models = files.filter(({ name }) => MODELS.test(name));
  const clouds = files.filter(({ name }) => CLOUDS.test(name));
  await studio.backend.addFiles(files.filter((file) => !surveys.includes(file)));
  if (surveys.length > 0) {
    const [{ name, file }] = surveys;
    studio.begin(`Open ${name}`, await file.text());
    if (surveys.length > 1) studio.warn(`${surveys.length} surveys were dropped: ${name} is open`);
    else studio.say('info', `${name} was opened`);
    if (clouds.length > 0) void openAll(studio, clouds);
    return;
  }
  const named = filesOfScene(studio);
  const others = files.filter(({ name }) => named.includes(name) || (named.length > 0 && COMPANIONS.test(name)));
  if (others.length > 0) {
    // The scene is read again with them.
    studio.check.again();
    if (models.length + clouds.length === 0 || others.some(({ name }) => named.includes(name)))
      studio.tell(`${listOf(others)}: the scene is read with ${others.length === 1 ? 'it' : 'them'} from now on`);
  } else if (models.length + clouds.length === 0) {
    studio.warn(`${listOf(files)}: nothing of it is a survey, a model or a cloud`);
    return;
  }
  const fresh = models.filter(({ name }) => !named.includes(name));
  if (fresh.length + clouds.length === 0) return;
  if (!studio.isOpen.value) studio.begin('New survey', newSurvey('empty'));
  for (const { name } of fresh) studio.edit((text) => addPart(text, { file: name }));
  // Their points come one after the other, while the user goes on.
  void openAll(studio, clouds);
}

/** The files that parts of the scene name. */
function filesOfScene({ document }: Studio): string[] {
  const parts = document.survey.valueAt(['scene', 'parts']);
  const files = Array.isArray(parts) ? parts.map((part) => (isPlainMap(part) ? part.file : undefined)) : [];
  return files.filter((file) => typeof file === 'string');
}

const listOf = (files: readonly NamedFile[]): string => (files.length === 1 ? files[0].name : `${files.length} files`);

async function openAll(studio: Studio, clouds: readonly NamedFile[]): Promise<void> {
  for (const { name } of clouds) {
    const cloud = await studio.clouds.open(name).catch((error) => studio.fail(error));
    if (cloud) goToCloud(studio, cloud);
  }
}
