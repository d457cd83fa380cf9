import type { NamedFile } from '../backend/backend.js';
import type { Studio } from '../state/studio.js';
import { namedFiles } from '../ui/drop-target.js';

/** Properties of `FileChoice`. */
interface FileChoiceProps {
  studio: Studio;
  label: string;
  isFolder?: boolean;
  /** The files are taken over. */
  onDone?(): void;
}

/** A button that chooses files, or a folder of them, and takes them over as if they were dropped. */
export function FileChoice({ studio, label, isFolder = false, onDone }: FileChoiceProps) {
  return (
    <label class="file-choice">
      {label}
      <input
        type="file"
        class="unseen"
        multiple
        ref={(input) => {
          if (input) input.webkitdirectory = isFolder;
        }}
        onChange={({ currentTarget }) => {
          take(studio, namedFiles(currentTarget.files ?? [])).then(onDone, (error) => studio.messages.fail(error));
          // So that the same files can be chosen again, once they are mended.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

async function take(studio: Studio, files: readonly NamedFile[]): Promise<void> {
  const [{ takeFiles }] = await Promise.all([import('../actions/take-files.js'), studio.ready]);
  await takeFiles(studio, files);
}
