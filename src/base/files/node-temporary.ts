import { rmdirSync, rmSync } from 'node:fs';

/** Temporary files and folders of this process, and folders that it made for outputs which are not finished. */
const temporary = new Map<string, (path: string) => void>();

/** Notes a temporary file, or folder with its content, before its process ends by surprise. */
export const noteTemporary = (path: string): void =>
  void temporary.set(path, () => rmSync(path, { recursive: true, force: true }));

/** Notes a folder that goes with its temporary files unless it holds others. */
export const noteEmptyFolder = (path: string): void => void temporary.set(path, rmdirSync);

/** Forgets a path that is gone, or that must stay. */
export const forgetTemporary = (path: string): void => void temporary.delete(path);

/** Removes the temporary files of this process, for one that ends before its files are finished or aborted. */
export function removeTemporaryFiles(): void {
  // The last ones are the innermost.
  for (const [path, remove] of [...temporary].reverse()) {
    try {
      remove(path);
    } catch {
      // Already removed, or no longer allowed.
    }
  }
  temporary.clear();
}
