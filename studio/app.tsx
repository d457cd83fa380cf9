import { Dock } from './panels/dock.js';
import { Inspector } from './panels/inspector.js';
import { StartPage } from './panels/start-page.js';
import { StatusBar } from './panels/status-bar.js';
import { TopBar } from './panels/top-bar.js';
import { View } from './panels/view.js';
import type { Studio } from './state/studio.js';
import { later } from './ui/later.js';

const Outline = later(async () => (await import('./panels/outline.js')).Outline);
const LargeRunDialog = later(async () => (await import('./panels/large-run.js')).LargeRunDialog);
const ChangedFileDialog = later(async () => (await import('./panels/changed-file.js')).ChangedFileDialog);
const KeyList = later(async () => (await import('./panels/key-list.js')).KeyList);

/** The whole page. */
export function App({ studio }: { studio: Studio }) {
  const share = studio.dock.share.value;
  const rows = share === undefined ? undefined : { '--view-row': `${100 - share}fr`, '--dock-row': `${share}fr` };
  return (
    <div class="app" style={rows}>
      <TopBar studio={studio} />
      {!studio.isOpen.value && <StartPage studio={studio} />}
      {studio.isOpen.value ? <Outline studio={studio} /> : <nav class="outline" aria-label="Survey" />}
      <View studio={studio} />
      <Inspector studio={studio} />
      <Dock studio={studio} />
      <StatusBar studio={studio} />
      {studio.request.large.value && <LargeRunDialog studio={studio} />}
      {studio.file.change.value && <ChangedFileDialog studio={studio} />}
      {studio.dialog.value === 'keys' && <KeyList onClose={() => close(studio)} />}
    </div>
  );
}

function close({ dialog }: Studio): void {
  dialog.value = undefined;
}
