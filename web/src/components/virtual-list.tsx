import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (index: number) => ComponentChildren;
  /** The row that is scrolled into view when this or its count changes. */
  readonly shown?: number;
  readonly shownCount?: number;
  /** Called with the rows that are drawn; the last one is not drawn any more. */
  readonly onRange?: (first: number, last: number) => void;
  readonly class?: string;
  readonly attributes?: JSX.HTMLAttributes<HTMLDivElement>;
}

const SPARE_ROWS = 12;
/** Browsers draw nothing below a height of some ten million pixels; a longer list is scrolled in larger steps. */
const MAX_HEIGHT = 8_000_000;

/** Renders only the visible rows, so that a hundred thousand rows cost as much as fifty. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { count, rowHeight, row, shown, shownCount, onRange, attributes = {} } = props;
  const element = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const total = count * rowHeight;

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
    const { clientHeight } = current;
    const at = shown * rowHeight;
    const seen = current.scrollTop * scaleOf(total, clientHeight);
    if (at >= seen && at + rowHeight <= seen + clientHeight) return;
    const isNear = at > seen - 2 * rowHeight && at < seen + clientHeight + rowHeight;
    const wanted = !isNear ? at - clientHeight / 2 : at < seen ? at : at + rowHeight - clientHeight;
    current.scrollTop = wanted / scaleOf(total, clientHeight);
    setTop(current.scrollTop);
  }, [shown, shownCount, rowHeight]);

  // The offset in the list, which is the offset of the scroll bar unless the list is too long for that.
  const offset = top * scaleOf(total, height);
  const first = Math.max(0, Math.min(count - 1, Math.floor(offset / rowHeight) - SPARE_ROWS));
  const last = Math.min(count, Math.ceil((offset + height) / rowHeight) + SPARE_ROWS);
  useEffect(() => onRange?.(first, last), [first, last]);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    <div
      ref={element}
      class={`virtual ${props.class ?? ''}`}
      tabIndex={0}
      {...attributes}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div class="virtual-space" style={{ height: `${Math.min(total, MAX_HEIGHT)}px` }} role="presentation">
        <div style={{ transform: `translateY(${first * rowHeight - offset + top}px)` }} role="presentation">
          {indexes.map((index) => row(index))}
        </div>
      </div>
    </div>
  );
}

/** How many pixels of the list one pixel of the scroll bar stands for. */
function scaleOf(total: number, height: number): number {
  return total <= MAX_HEIGHT ? 1 : (total - height) / (MAX_HEIGHT - height);
}
