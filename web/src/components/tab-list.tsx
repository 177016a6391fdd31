import type { ComponentChildren, JSX } from 'preact';

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
    <div class="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
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
