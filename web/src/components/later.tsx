import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './marks.js';

/** A view that is fetched when it is first shown. */
export function later(load: () => Promise<() => JSX.Element>): () => JSX.Element {
  let Loaded: (() => JSX.Element) | undefined;
  return function Later(): JSX.Element {
    const [problem, setProblem] = useState('');
    const [, setLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded !== undefined) return;
      load().then(
        (found) => {
          Loaded = found;
          setLoaded(true);
        },
        () => setProblem('This view could not be loaded; reload the page when the server is there again.'),
      );
    }, []);
    if (problem !== '') return <Problem>{problem}</Problem>;
    return Loaded === undefined ? <div class="waiting" role="status" aria-label="Loading" /> : <Loaded />;
  };
}
