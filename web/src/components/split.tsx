import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hiddenParts, togglePart } from './split/hidden-parts.js';
import { boundsOf, sizeAfterKey, sizeAt, sizeWithin, type SizeUnit } from './split/split-size.js';

interface SplitProps {
  readonly direction: 'row' | 'column';
  /** The name under which the size is stored. */
  readonly name: string;
  /** The initial size of the first part. */
  readonly initial: number;
  /** Percent, unless the first part keeps its size when the page gets wider. */
  readonly unit?: SizeUnit;
  /** A row that is narrower than this many pixels is shown as a column. */
  readonly stackBelow?: number;
  /** The part that can be hidden, and its name in `hiddenParts`. */
  readonly hideable?: { readonly part: 'first' | 'second'; readonly name: string };
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}

const STACK_BELOW_PX = 930;

/** Two parts with a border that can be moved by pointer or keys; one of them may be hidden. */
export function Split(props: SplitProps): JSX.Element {
  const { direction, initial, unit = 'percent', hideable, first, second, name } = props;
  const element = useRef<HTMLDivElement>(null);
  const whole = useWholeSize(element);
  const isStacked =
    direction === 'row' && whole.width > 0 && whole.width < (props.stackBelow ?? STACK_BELOW_PX);
  const shown = isStacked ? 'column' : direction;
  const wholePixels = shown === 'row' ? whole.width : whole.height;
  const bounds = boundsOf(unit, wholePixels);
  const [size, resize] = useStoredSize(isStacked ? `${name}.stacked` : name, isStacked ? 50 : initial);
  const isHidden = (part: 'first' | 'second'): boolean =>
    hideable?.part === part && hiddenParts.value.has(hideable.name);
  const hide = (): void => {
    if (hideable !== undefined) togglePart(hideable.name);
    else resize(initial);
  };
  const isWhole = isHidden('first') || isHidden('second');
  const within = sizeWithin(size, wholePixels > 0 ? bounds : { min: 0, max: Infinity });
  const basis = `${within}${unit === 'percent' ? '%' : 'px'}`;
  return (
    <div ref={element} class={`split split-${shown}`}>
      <div class="split-part" hidden={isHidden('first')} style={{ flexBasis: isWhole ? '100%' : basis }}>
        {first}
      </div>
      {!isWhole && (
        <div
          class="split-border"
          role="separator"
          tabIndex={0}
          title={hideable && `Drag to resize, double click to hide the ${hideable.name}`}
          aria-label={`Resize ${name}`}
          aria-orientation={shown === 'row' ? 'vertical' : 'horizontal'}
          aria-valuenow={Math.round(within)}
          aria-valuemin={bounds.min}
          aria-valuemax={bounds.max}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
            const box = element.current?.getBoundingClientRect();
            if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return;
            const position = shown === 'row' ? clientX - box.left : clientY - box.top;
            resize(sizeWithin(sizeAt(position, wholePixels, unit), bounds));
          }}
          onDblClick={hide}
          onKeyDown={(event) => {
            const next = sizeAfterKey(event.key, within, { isStacked: shown === 'column', unit, bounds });
            if (next !== undefined) resize(next);
            else if (event.key === 'Enter') hide();
            else return;
            event.preventDefault();
          }}
        />
      )}
      <div class="split-part split-rest" hidden={isHidden('second')}>
        {second}
      </div>
    </div>
  );
}

/** The stored size is read again when the name changes, because a stacked split has a size of its own. */
function useStoredSize(name: string, initial: number): readonly [number, (size: number) => void] {
  const key = `svc.split.${name}`;
  const [sizes, setSizes] = useState<Readonly<Record<string, number>>>({});
  const size = sizes[key] ?? (Number(localStorage.getItem(key) ?? initial) || initial);
  const resize = (next: number): void => {
    setSizes({ ...sizes, [key]: next });
    localStorage.setItem(key, String(next));
  };
  return [size, resize];
}

function useWholeSize(element: RefObject<HTMLElement>): { readonly width: number; readonly height: number } {
  const [whole, setWhole] = useState({ width: 0, height: 0 });
  // A layout effect, so that the first picture has the right direction.
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => setWhole({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return whole;
}
