import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A component whose code is loaded when it is first shown. `load` tries again by itself; `problem` says what it waits
 * for, and is empty if it will be there in a moment.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  problem: () => string = () => '',
): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [, setReady] = useState(loaded !== undefined);
    useEffect(() => {
      let isGone = false;
      if (loaded === undefined)
        void load().then((component) => {
          loaded = component;
          if (!isGone) setReady(true);
        });
      return () => {
        isGone = true;
      };
    }, []);
    const Shown = loaded;
    if (Shown !== undefined) return <Shown {...props} />;
    const text = problem();
    return (
      <div class="waiting" role="status" aria-label="Loading">
        {text !== '' && <p class="waiting-text">{text}</p>}
      </div>
    );
  };
}
