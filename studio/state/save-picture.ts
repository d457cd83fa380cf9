import { saveBlob } from '../ui/save-blob.js';
import type { Studio } from './studio.js';

/** Saves the view as it is as PNG, named after the survey. Throws Error where the browser gives no picture. */
export async function savePicture(studio: Studio): Promise<void> {
  const picture = await studio.view?.picture();
  if (!picture) return;
  saveBlob(picture, `${studio.name}.png`);
}
