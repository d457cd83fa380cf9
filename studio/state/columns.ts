import { effect } from '@preact/signals';
import type { Cloud } from './clouds.js';
import type { Studio } from './studio.js';

/** Sees to it that visible clouds have the values by which they are coloured, as soon as they are whole. */
export function followColumns(studio: Studio): () => void {
  return effect(() => {
    const mode = studio.look.mode.value;
    if (!('attribute' in mode)) return;
    const { attribute } = mode;
    for (const cloud of studio.clouds.visible.value)
      if (cloud.state !== 'running' && cloud.column?.attribute !== attribute && cloud.points > 0)
        void load(studio, cloud, attribute).catch((error) => studio.fail(error));
  });
}

const underWay = new Set<string>();

async function load(studio: Studio, { id, cloud, field, name }: Cloud, attribute: string): Promise<void> {
  const key = `${id} ${attribute}`;
  if (underWay.has(key)) return;
  underWay.add(key);
  try {
    const column = await studio.backend.ask('column', { cloud, attribute, chunks: field.chunks });
    field.setValues(column.chunks);
    studio.clouds.change(id, { column: { attribute, column } });
  } catch (error) {
    // A cloud without the attribute is grey; it is not asked again.
    studio.clouds.change(id, { column: { attribute } });
    studio.say('warning', `${name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    underWay.delete(key);
  }
}
