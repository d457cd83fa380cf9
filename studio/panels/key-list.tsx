import { keysOf, PAGE_SHORTCUTS } from '../tools/shortcuts.js';
import { TOOLS } from '../tools/tools.js';
import { Dialog } from '../ui/dialog.js';
import { LOCAL_KEYS, VIEW_KEYS } from '../ui/local-keys.js';

/** All keys of the page, those of tools with what the tools are for. */
export function KeyList({ onClose }: { onClose(): void }) {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
  const tools = TOOLS.map(({ key, name, hint }) => ({ keys: [key.toUpperCase()], about: name, more: hint }));
  const everywhere = PAGE_SHORTCUTS.map((shortcut) => ({ keys: keysOf(shortcut, isMac), about: shortcut.about }));
  return (
    <Dialog title="Keys" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="key-list" tabIndex={0}>
        <div>
          <Keys title="Everywhere" keys={everywhere} />
          <Keys title="Fields and lists" keys={LOCAL_KEYS} />
        </div>
        <div>
          <Keys title="In the 3-D view" keys={VIEW_KEYS} />
          <Keys title="Tools" keys={tools} />
        </div>
      </div>
    </Dialog>
  );
}

/** Properties of a table of keys. */
interface KeysProps {
  title: string;
  keys: readonly { keys: readonly string[]; about: string; more?: string }[];
}

function Keys({ title, keys }: KeysProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <table>
        <tbody>
          {keys.map((line) => (
            <tr key={`${line.keys.join(' ')} ${line.about}`}>
              <th scope="row">
                {line.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>
                {line.about}
                {line.more !== undefined && <span class="quiet"> {line.more}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
