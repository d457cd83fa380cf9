import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Studio } from '../state/studio.js';

/** A part of the page whose code is loaded when it is first shown. */
export function OnDemand({ studio, load }: { studio: Studio; load(): Promise<ComponentType<{ studio: Studio }>> }) {
  const part = useSignal<ComponentType<{ studio: Studio }> | undefined>(undefined);
  useEffect(() => {
    load().then(
      (loaded) => {
        part.value = loaded;
      },
      (error) => studio.fail(error),
    );
  }, []);
  const Part = part.value;
  return Part ? <Part studio={studio} /> : null;
}
