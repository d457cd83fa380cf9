/**
 * A message in which paths below `folder`, that of the survey, start there, as the survey has them. A file that a page
 * added is named like any other, though it lies elsewhere.
 */
export const fromFolder = (message: string, folder: string): string =>
  folder === '.' ? message : message.replace(pathsBelow(folder), '');

/** Where a path begins with that of a folder: not in the middle of another. */
const pathsBelow = (folder: string): RegExp => {
  const escaped = folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<=^|[\\s"'(\`])${escaped}/`, 'g');
};
