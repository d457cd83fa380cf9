import type { FileInfo, Files, InputFile } from './files.js';

/** A file that a program makes, by its name. */
export interface TextFile {
  name: string;
  text: string;
}

/**
 * The same files, and in `folder` some more for reading, which are nowhere but in memory. They hide files of their
 * names.
 */
export function withTexts<Own extends Files>(files: Own, folder: string, texts: readonly TextFile[]): Own {
  if (texts.length === 0) return files;
  const encoder = new TextEncoder();
  const contents = new Map(texts.map(({ name, text }) => [files.resolve(folder, name), encoder.encode(text)]));
  const find = (path: string) => contents.get(files.resolve(files.folder, path));
  const own: Pick<Files, 'stat' | 'read' | 'open' | 'realPath'> = {
    stat: async (path) => infoOf(find(path)) ?? files.stat(path),
    read: async (path) => find(path)?.slice() ?? files.read(path),
    open: async (path) => opened(find(path)) ?? files.open(path),
    realPath: async (path) => (find(path) === undefined ? files.realPath(path) : files.resolve(files.folder, path)),
  };
  return Object.create(files, Object.getOwnPropertyDescriptors(own));
}

const infoOf = (content: Uint8Array | undefined): FileInfo | undefined =>
  content && { kind: 'file', size: content.length };

function opened(content: Uint8Array | undefined): InputFile | undefined {
  const info = infoOf(content);
  if (content === undefined || info === undefined) return undefined;
  return {
    info,
    read: async (target, position) => {
      const part = content.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
    close: async () => {},
  };
}
