import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A part of the page whose code is loaded when it is first shown. After a failure, a line stands in its place. */
export function later<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  return function Later(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading');
    useEffect(() => {
      // Another place may have loaded it since this one was drawn.
      if (Loaded) return setState('loaded');
      load().then(
        (component) => {
          Loaded = component;
          setState('loaded');
        },
        () => setState('failed'),
      );
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return state === 'failed' ? (
      <p role="alert">This part of the page could not be loaded. Load the page again.</p>
    ) : null;
  };
}
