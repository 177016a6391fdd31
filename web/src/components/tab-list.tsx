import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface TabItem<Key extends string> {
  readonly key: Key;
  readonly label: ComponentChildren;
}

interface TabListProps<Key extends string> {
  readonly label: string;
  readonly tabs: readonly TabItem<Key>[];
  readonly shown: Key;
  readonly show: (key: Key) => void;
}

/** Arrow keys move between the tabs, as the ARIA pattern requires. */
export function TabList<Key extends string>(props: TabListProps<Key>): JSX.Element {
  const { tabs, shown, show, label } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    // Also when it is shown after having been hidden.
    const observer = new ResizeObserver(() => showSelected(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [shown]);
  const move = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ key }) => key === shown);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    show(next.key);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div ref={list} class="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ key, label: text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === shown}
          tabIndex={key === shown ? 0 : -1}
          onClick={() => show(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** A narrow list is scrolled to its selected tab; the page around it stays where it is. */
function showSelected(list: HTMLDivElement): void {
  const selected = list.querySelector<HTMLElement>('[aria-selected=true]');
  if (!selected || list.scrollWidth <= list.clientWidth) return;
  const outer = list.getBoundingClientRect();
  const inner = selected.getBoundingClientRect();
  list.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
}
