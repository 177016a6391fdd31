import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

export interface MenuItem {
  readonly label: string;
  /** The key that does the same without the menu. */
  readonly hint: string;
  readonly run: () => void;
}

interface ValueMenuProps {
  readonly items: readonly MenuItem[];
  /** Where the menu is opened, in pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly close: () => void;
}

const MARGIN = 8;

/** What can be done with a value. */
export function ValueMenu({ items, at, close }: ValueMenuProps): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = menu;
    if (current === null) return;
    // Inside the window, wherever it was opened.
    const { width, height } = current.getBoundingClientRect();
    current.style.left = `${Math.max(MARGIN, Math.min(at.x, window.innerWidth - width - MARGIN))}px`;
    current.style.top = `${Math.max(MARGIN, Math.min(at.y, window.innerHeight - height - MARGIN))}px`;
    current.querySelector('button')?.focus();
  }, [at]);
  useEffect(() => {
    const leave = ({ target }: Event): void => {
      if (!(target instanceof Node) || !menu.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('scroll', leave, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('scroll', leave, true);
    };
  }, [close]);
  const press = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key !== 'Escape' && event.key !== 'Tab' && step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) return close();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const now = buttons.findIndex((button) => button === document.activeElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div ref={menu} class="value-menu" role="menu" aria-label="What to do with this value" onKeyDown={press}>
      {items.map(({ label, hint, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          onClick={() => {
            close();
            run();
          }}
        >
          {label}
          <kbd aria-hidden="true">{hint}</kbd>
        </button>
      ))}
    </div>
  );
}
