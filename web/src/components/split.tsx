import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface SplitProps {
  readonly direction: 'row' | 'column';
  /** The name under which the size is stored. */
  readonly name: string;
  /** The initial size of the first part in percent. */
  readonly initial: number;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}

const MIN_PERCENT = 15;
const MAX_PERCENT = 85;

/** Two parts with a border that can be moved by pointer or arrow keys. */
export function Split({ direction, name, initial, first, second }: SplitProps): JSX.Element {
  const key = `svc.split.${name}`;
  const [size, setSize] = useState(() => Number(localStorage.getItem(key) ?? initial) || initial);
  const element = useRef<HTMLDivElement>(null);
  const resize = (wanted: number): void => {
    const next = Math.round(Math.min(MAX_PERCENT, Math.max(MIN_PERCENT, wanted)) * 10) / 10;
    setSize(next);
    localStorage.setItem(key, String(next));
  };
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    const box = element.current?.getBoundingClientRect();
    if (box === undefined) return;
    const share = direction === 'row' ? (clientX - box.left) / box.width : (clientY - box.top) / box.height;
    resize(share * 100);
  };
  const back = direction === 'row' ? 'ArrowLeft' : 'ArrowUp';
  const forth = direction === 'row' ? 'ArrowRight' : 'ArrowDown';
  return (
    <div ref={element} class={`split split-${direction}`}>
      <div class="split-part" style={{ flexBasis: `${size}%` }}>
        {first}
      </div>
      <div
        class="split-border"
        role="separator"
        tabIndex={0}
        aria-label={`Resize ${name}`}
        aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(size)}
        aria-valuemin={MIN_PERCENT}
        aria-valuemax={MAX_PERCENT}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
        onDblClick={() => resize(initial)}
        onKeyDown={(event) => {
          if (event.key === back) resize(size - 2);
          else if (event.key === forth) resize(size + 2);
        }}
      />
      <div class="split-part split-rest">{second}</div>
    </div>
  );
}
