/**
 * A message with paths that start at `folder`, that of the survey. A file that a page added is named like any other,
 * though it lies elsewhere.
 */
export const fromFolder = (message: string, folder: string): string =>
  folder === '.' ? message : message.replace(pathsBelow(folder), '');

/** Start of a path in a folder: not in the middle of another. */
const pathsBelow = (folder: string): RegExp => {
  const escaped = folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<=^|[\\s"'(\`])${escaped}/`, 'g');
};
