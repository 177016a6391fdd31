import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './marks.js';

/** A component whose code is loaded when it is first shown. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [state, setState] = useState<'loading' | 'ready' | 'failed'>(loaded ? 'ready' : 'loading');
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setState('ready');
        },
        () => setState('failed'),
      );
    }, []);
    if (state === 'failed') return <Problem>This view could not be loaded; reload the page.</Problem>;
    const Shown = loaded;
    if (Shown === undefined) return <div class="waiting" role="status" aria-label="Loading" />;
    return <Shown {...props} />;
  };
}
