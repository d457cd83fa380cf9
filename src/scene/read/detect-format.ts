/** Formats of scene files. */
export const SCENE_FORMATS = ['gltf', 'obj', 'ply', 'stl'] as const;
export type SceneFormat = (typeof SCENE_FORMATS)[number];

/** File name endings, lower case. */
const ENDINGS: Readonly<Record<string, SceneFormat>> = {
  gltf: 'gltf',
  glb: 'gltf',
  obj: 'obj',
  ply: 'ply',
  stl: 'stl',
};

/** Beginnings that no file of another format has. */
const MAGIC: readonly [RegExp, SceneFormat][] = [
  [/^glTF/, 'gltf'],
  [/^ply[\r\n]/, 'ply'],
  [/^\s*\{/, 'gltf'],
];
/** Beginnings of texts that only a file with a foreign ending is judged by. */
const TEXT_HINTS: readonly [RegExp, SceneFormat][] = [
  [/^\s*solid\b/, 'stl'],
  [/^(\s*#[^\n]*\n|\s*\n)*\s*(mtllib|v|o|g|usemtl)\s/, 'obj'],
];

/**
 * The format of a file with that name and those first bytes: an unmistakable beginning goes before the ending, which goes
 * before a likely beginning. Undefined where nothing fits.
 */
export function detectFormat(path: string, head: Uint8Array): SceneFormat | undefined {
  const text = new TextDecoder('latin1').decode(head);
  const ending = /\.([a-z]+)$/i.exec(path)?.[1].toLowerCase() ?? '';
  const by = (rules: readonly [RegExp, SceneFormat][]) => rules.find(([pattern]) => pattern.test(text))?.[1];
  return by(MAGIC) ?? (Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : by(TEXT_HINTS));
}
