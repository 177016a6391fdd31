import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (index: number) => ComponentChildren;
  /** The row that is scrolled into view when this changes. */
  readonly shown?: number;
  readonly class?: string;
  readonly attributes?: JSX.HTMLAttributes<HTMLDivElement>;
}

const SPARE_ROWS = 12;

/** Renders only the visible rows, so that a hundred thousand rows cost as much as fifty. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { count, rowHeight, row, shown, attributes = {} } = props;
  const element = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);

  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || shown === undefined || shown < 0) return;
    const at = shown * rowHeight;
    if (at < current.scrollTop) current.scrollTop = at;
    else if (at + rowHeight > current.scrollTop + current.clientHeight) {
      current.scrollTop = at + rowHeight - current.clientHeight;
    }
  }, [shown, rowHeight]);

  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE_ROWS);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    <div
      ref={element}
      class={`virtual ${props.class ?? ''}`}
      tabIndex={0}
      {...attributes}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div class="virtual-space" style={{ height: `${count * rowHeight}px` }} role="presentation">
        <div style={{ transform: `translateY(${first * rowHeight}px)` }} role="presentation">
          {indexes.map((index) => row(index))}
        </div>
      </div>
    </div>
  );
}
