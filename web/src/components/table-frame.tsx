import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface TableFrameProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A frame in which a wide table can be scrolled, also by keyboard. */
export function TableFrame({ label, children }: TableFrameProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWide(current.scrollWidth > current.clientWidth));
    // The table is observed too, because more rows may make it wider than its frame.
    for (const each of [current, ...current.children]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      class="table-frame"
      {...(isWide && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}
