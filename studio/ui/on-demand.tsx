import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** What `OnDemand` shows and tells. */
export interface OnDemandProps<Props> {
  /** Loads what is shown: a part of the page that is not there from the beginning. */
  load(): Promise<ComponentType<Props>>;
  props: Props;
  onFail(error: unknown): void;
}

/** A part of the page that is loaded when it is first shown; nothing until then. */
export function OnDemand<Props extends object>({ load, props, onFail }: OnDemandProps<Props>) {
  const loaded = useSignal<{ Part: ComponentType<Props> } | undefined>(undefined);
  useEffect(() => {
    load().then((Part) => {
      loaded.value = { Part };
    }, onFail);
    // The part is the same, however often this is drawn.
  }, []);
  if (!loaded.value) return null;
  const { Part } = loaded.value;
  return <Part {...props} />;
}
