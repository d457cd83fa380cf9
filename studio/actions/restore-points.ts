import { effect } from '@preact/signals';
import type { PackedPoints } from 'subray/browser';
import { type Cloud, isComing } from '../state/clouds/cloud.js';
import type { Studio } from '../state/studio.js';

/**
 * Reads points again that only the GPU had and lost, for example during sleep or a restart of its driver. Resolves when
 * all are drawn again; the points of a run in progress follow when it ends.
 */
export async function restorePoints(studio: Studio): Promise<void> {
  // All clouds come first, before one of them is drawn.
  const lost = studio.clouds.held.value.map((cloud) => ({ cloud, chunks: cloud.field.loseUploaded() }));
  studio.messages.record('warning', 'the graphics card began anew: points are read again');
  for (const { cloud, chunks } of lost) if (chunks.length > 0) await restore(studio, cloud, chunks);
}

async function restore(studio: Studio, { id, cloud, field }: Cloud, chunks: Chunk[]): Promise<void> {
  await whole(studio, id);
  // It may have been removed meanwhile.
  if (!studio.clouds.find(id)) return;
  const take = (chunk: PackedPoints) => {
    field.putBack(chunk);
    studio.view?.invalidate();
  };
  await studio.backend.ask(
    'cloud',
    { cloud, chunks },
    { onEvent: (event) => event.kind === 'points' && take(event.chunk) },
  );
}

/** Resolves when a cloud gets no more points, or is gone. */
const whole = (studio: Studio, id: string): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      end();
      resolve();
    };
    const end = effect(() => {
      // Not at once: the effect ends itself only when it has begun.
      const cloud = studio.clouds.find(id);
      if (!cloud || !isComing(cloud)) queueMicrotask(done);
    });
  });

interface Chunk {
  first: number;
  count: number;
}
