import { effect } from '@preact/signals';
import { type Cloud, isComing } from '../state/clouds/cloud.js';
import { isColumnKnown } from '../state/look/cloud-column.js';
import { keyOfMode } from '../state/look/look.js';
import { namesOfScanners, withNames } from '../state/scanners/scanner-names.js';
import type { Studio } from '../state/studio.js';

/** Loads the values that colour visible clouds, as soon as these are whole. Returns a function that stops it. */
export function followColumns(studio: Studio): () => void {
  return effect(() => {
    const mode = studio.look.mode.value;
    if ('plain' in mode) return;
    for (const cloud of studio.clouds.visible.value) {
      if (isComing(cloud) || isColumnKnown(cloud, mode) || cloud.points === 0) continue;
      if ('distance' in mode) giveDistances(studio, cloud);
      else void load(studio, cloud, mode.attribute).catch((error) => studio.messages.fail(error));
    }
  });
}

/** Distances are there since the comparison; clouds that were not compared have none, and are grey. */
function giveDistances(studio: Studio, { id, field }: Cloud): void {
  const column = studio.comparison.distancesOf(id);
  if (column) field.setValues(column.chunks);
  studio.clouds.change(id, { column: { mode: keyOfMode({ distance: true }), column } });
}

const underWay = new Set<string>();

async function load(studio: Studio, { id, cloud, field, name, text }: Cloud, attribute: string): Promise<void> {
  const mode = keyOfMode({ attribute });
  const key = `${id} ${mode}`;
  if (underWay.has(key)) return;
  underWay.add(key);
  try {
    const values = await studio.backend.ask('column', { cloud, attribute, chunks: field.chunks });
    const column = attribute === 'scanner' ? withNames(values, namesOfScanners(text)) : values;
    if (keyOfMode(studio.look.mode.value) !== mode) return;
    field.setValues(column.chunks);
    studio.clouds.change(id, { column: { mode, column } });
  } catch (error) {
    // A cloud without the attribute is grey; it is not asked again.
    studio.clouds.change(id, { column: { mode } });
    studio.messages.record('warning', `${name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    underWay.delete(key);
  }
}
