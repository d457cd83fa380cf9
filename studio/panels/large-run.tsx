import type { Studio } from '../state/studio.js';
import { Dialog } from '../ui/dialog.js';
import { formatAbout, formatBytes, formatCount } from '../ui/format.js';
import { CommandLine } from './command-line.js';

/** Asks before a run that is too large for a tab. */
export function LargeRunDialog({ studio }: { studio: Studio }) {
  const { request } = studio;
  const large = request.large.value;
  if (large === undefined) return null;
  const { points, runBytes } = large.size;
  return (
    <Dialog
      title="A large run"
      onClose={() => {
        request.large.value = undefined;
      }}
    >
      <div class="large-run">
        <p>
          <strong>
            {large.isExpected ? `About ${formatAbout(points)} points` : `At most ${formatCount(points)} points`}
          </strong>{' '}
          and {formatBytes(runBytes)} of files.
        </p>
        {large.doubts.map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
        <h3>Run it on a big machine</h3>
        <CommandLine studio={studio} />
        <form method="dialog" class="buttons">
          <button type="submit">Cancel</button>
          <button type="submit" onClick={() => void studio.clouds.run()}>
            Run here anyway
          </button>
        </form>
      </div>
    </Dialog>
  );
}
