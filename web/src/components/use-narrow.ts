import { useEffect, useState } from 'preact/hooks';

/** Whether the page is as narrow as a phone; style.css uses the same width. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => query().matches);
  useEffect(() => {
    const list = query();
    const follow = (): void => setNarrow(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}

function query(): MediaQueryList {
  return window.matchMedia('(max-width: 720px)');
}
