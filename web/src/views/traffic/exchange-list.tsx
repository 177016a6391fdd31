import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { VirtualList } from '../../components/virtual-list.js';
import { chooseAll, extendTo, NO_CHOICE, toggleOne, type Choice } from '../../state/traffic/choose-range.js';

interface ExchangeListProps<Item> {
  readonly items: readonly Item[];
  readonly label: string;
  readonly rowHeight: number;
  readonly rowClass: string;
  /** The id of the shown one; 0 for none. */
  readonly shown: number;
  /** `isStep` for arrow keys, which leave no step for going back. */
  readonly show: (id: number, isStep: boolean) => void;
  readonly cells: (item: Item) => ComponentChildren;
  /** Rows can be chosen if it is given. */
  readonly selection?: Selection;
  /** The newest is first: new rows are shown at once, unless the list is scrolled. */
  readonly isNewestFirst?: boolean;
}

interface Selection {
  readonly choice: Choice;
  readonly set: (choice: Choice) => void;
  readonly remove: () => void;
}

/** A list of exchanges of any length. Arrow keys move through it, Space and Shift choose rows. */
export function ExchangeList<Item extends { readonly id: number }>(
  props: ExchangeListProps<Item>,
): JSX.Element {
  const { label, rowHeight, rowClass, shown, cells, selection, isNewestFirst = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const isScrolled = useSignal(false);
  const steady = useRef(props.items);
  if (!isScrolled.value || !isNewestFirst) steady.current = props.items;
  const items = steady.current;
  const at = items.findIndex(({ id }) => id === shown);
  const isMoved = useMoved(shown);
  const row = (index: number): JSX.Element | null => {
    const item = items[index];
    if (item === undefined) return null;
    const isChosen = selection?.choice.chosen.has(item.id) ?? false;
    return (
      <div
        key={item.id}
        id={`exchange-${item.id}`}
        class={`exchange-row ${rowClass} ${item.id === shown ? 'is-shown' : ''} ${isChosen ? 'is-chosen' : ''}`}
        role="option"
        aria-selected={selection === undefined ? item.id === shown : isChosen}
        {...(item.id === shown && { 'aria-current': 'true' })}
        onClick={(event) => clickRow(event, item.id, items, props)}
      >
        {selection !== undefined && <span class="row-check" title="Choose" />}
        {cells(item)}
      </div>
    );
  };
  return (
    <div
      ref={box}
      class="exchange-list"
      onScrollCapture={() => (isScrolled.value = topOf(box.current) > rowHeight)}
    >
      <NewRows items={items} latest={props.items} toTop={() => scrollToTop(box.current)} />
      <VirtualList
        class="entry-list"
        count={items.length}
        rowHeight={rowHeight}
        // A row that new rows push down is not followed.
        {...(isMoved && at >= 0 && { shown: at })}
        attributes={{
          role: 'listbox',
          'aria-label': label,
          ...(selection !== undefined && { 'aria-multiselectable': true }),
          ...(at >= 0 && { 'aria-activedescendant': `exchange-${shown}` }),
          onKeyDown: (event) => pressKey(event, at, items, props),
        }}
        row={row}
      />
    </div>
  );
}

/** Whether another one is shown since the last time. */
function useMoved(shown: number): boolean {
  const last = useRef(0);
  const isMoved = last.current !== shown;
  last.current = shown;
  return isMoved;
}

type Rows = readonly { readonly id: number }[];
type Choosing = Pick<ExchangeListProps<unknown>, 'shown' | 'show' | 'selection'>;

function clickRow(event: MouseEvent, id: number, items: Rows, { shown, show, selection }: Choosing): void {
  const isCheck = event.target instanceof Element && event.target.closest('.row-check') !== null;
  if (selection !== undefined && event.shiftKey) {
    const { choice } = selection;
    const from = choice.anchor === undefined && shown !== 0 ? { ...choice, anchor: shown } : choice;
    selection.set(extendTo(from, idsOf(items), id));
  } else if (selection !== undefined && (isCheck || event.ctrlKey || event.metaKey)) {
    selection.set(toggleOne(selection.choice, id));
  } else show(id, false);
}

function pressKey(event: KeyboardEvent, at: number, items: Rows, { shown, show, selection }: Choosing): void {
  const next = items[stepOf(event.key, at, items.length)];
  if (next !== undefined) {
    if (selection !== undefined && event.shiftKey) {
      const from = at < 0 ? selection.choice : { ...selection.choice, anchor: shown };
      selection.set(extendTo(from, idsOf(items), next.id));
    }
    show(next.id, true);
  } else if (selection === undefined || !pressChoice(event, selection, idsOf(items), shown)) return;
  event.preventDefault();
}

function idsOf(items: Rows): number[] {
  return items.map(({ id }) => id);
}

/** -1 for a key that does not move. */
function stepOf(key: string, at: number, count: number): number {
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: count - 1 }[key];
  return to === undefined ? -1 : Math.min(count - 1, to);
}

function pressChoice(event: KeyboardEvent, selection: Selection, ids: number[], shown: number): boolean {
  const { choice, set, remove } = selection;
  if (event.key === ' ' && shown !== 0) set(toggleOne(choice, shown));
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) set(chooseAll(ids));
  else if (event.key === 'Escape' && choice.chosen.size > 0) set(NO_CHOICE);
  else if (event.key === 'Delete') remove();
  else return false;
  return true;
}

interface NewRowsProps {
  readonly items: readonly { readonly id: number }[];
  readonly latest: readonly { readonly id: number }[];
  readonly toTop: () => void;
}

function NewRows({ items, latest, toTop }: NewRowsProps): JSX.Element | null {
  if (items === latest) return null;
  const first = latest.findIndex(({ id }) => id === items[0]?.id);
  const count = first < 0 ? latest.length : first;
  if (count === 0) return null;
  return (
    <button type="button" class="new-rows" onClick={toTop}>
      {count === 1 ? '1 new request' : `${count} new requests`}
    </button>
  );
}

function topOf(box: HTMLElement | null): number {
  return box?.querySelector('.virtual')?.scrollTop ?? 0;
}

function scrollToTop(box: HTMLElement | null): void {
  box?.querySelector('.virtual')?.scrollTo({ top: 0 });
}
