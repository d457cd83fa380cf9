import { rmdirSync, rmSync } from 'node:fs';

/** Temporary files and folders of this process, and folders made for unfinished outputs. */
const temporary = new Map<string, (path: string) => void>();

/** Registers a temporary file, or folder with its content, for an unexpected end of the process. */
export const noteTemporary = (path: string): void =>
  void temporary.set(path, () => rmSync(path, { recursive: true, force: true }));

/** Registers a folder that is removed with its temporary files if it is then empty. */
export const noteEmptyFolder = (path: string): void => void temporary.set(path, rmdirSync);

/** Unregisters a path that is gone, or that must stay. */
export const forgetTemporary = (path: string): void => void temporary.delete(path);

/** Removes the temporary files of this process, if it ends before its files are finished or aborted. */
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
