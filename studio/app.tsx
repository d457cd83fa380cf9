import { Dock } from './panels/dock.js';
import { Inspector } from './panels/inspector.js';
import { Outline } from './panels/outline.js';
import { StartPage } from './panels/start-page.js';
import { StatusBar } from './panels/status-bar.js';
import { TopBar } from './panels/top-bar.js';
import { View } from './panels/view.js';
import type { Studio } from './state/studio.js';
import { takeFiles } from './state/take-files.js';
import { droppedFiles } from './ui/drop-target.js';

/** The whole page. */
export function App({ studio }: { studio: Studio }) {
  return (
    <div class="app" onDragOver={(event) => event.preventDefault()} onDrop={(event) => drop(event, studio)}>
      <TopBar studio={studio} />
      <Outline studio={studio} />
      <View studio={studio} />
      <Inspector studio={studio} />
      <Dock studio={studio} />
      <StatusBar studio={studio} />
      {!studio.isOpen.value && <StartPage studio={studio} />}
    </div>
  );
}

/** Takes what was dropped anywhere on the page. */
function drop(event: DragEvent, studio: Studio): void {
  event.preventDefault();
  if (!event.dataTransfer) return;
  droppedFiles(event.dataTransfer)
    .then((files) => takeFiles(studio, files))
    .catch((error) => studio.fail(error));
}
