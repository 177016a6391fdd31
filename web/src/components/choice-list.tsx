import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from './icon.js';
import { VirtualList } from './virtual-list.js';

interface ChoiceListProps {
  /** What is chosen from, as the heading of the group. */
  readonly label: string;
  readonly items: readonly string[];
  readonly chosen: readonly string[];
  readonly choose: (chosen: readonly string[]) => void;
  /** Empty when there is none. */
  readonly problem: string;
}

const ROW_HEIGHT = 28;
const ROWS_SHOWN = 6;
const FILTERED_FROM = 8;

/** Several of many, by checkbox. */
export function ChoiceList({ label, items, chosen, choose, problem }: ChoiceListProps): JSX.Element {
  const words = useSignal('');
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter((item) => wanted.every((word) => item.toLowerCase().includes(word)));
  const picked = new Set(chosen);
  const isAll = found.length > 0 && found.every((item) => picked.has(item));
  const toggle = (names: readonly string[], isOn: boolean): void => {
    const next = new Set(chosen);
    for (const name of names) {
      if (isOn) next.add(name);
      else next.delete(name);
    }
    choose(items.filter((item) => next.has(item)));
  };
  return (
    <fieldset class="choice">
      <legend>
        {label} <span class="hint">{`${picked.size} of ${items.length}`}</span>
      </legend>
      {items.length >= FILTERED_FROM && (
        <label class="search-field">
          <Icon name="search" />
          <span class="sr-only">Filter files to choose from</span>
          <input
            type="search"
            placeholder="Filter"
            value={words.value}
            onInput={({ currentTarget }) => (words.value = currentTarget.value)}
          />
        </label>
      )}
      {items.length > 1 && (
        <label class="check choice-all">
          <input
            type="checkbox"
            checked={isAll}
            disabled={found.length === 0}
            onChange={({ currentTarget }) => toggle(found, currentTarget.checked)}
          />
          {wanted.length === 0 ? 'All' : `All ${found.length} found`}
        </label>
      )}
      <Rows items={found} picked={picked} toggle={toggle} />
      {problem !== '' && <small class="field-problem">{problem}</small>}
    </fieldset>
  );
}

interface RowsProps {
  readonly items: readonly string[];
  readonly picked: ReadonlySet<string>;
  readonly toggle: (names: readonly string[], isOn: boolean) => void;
}

function Rows({ items, picked, toggle }: RowsProps): JSX.Element {
  return (
    <div class="choice-rows" style={{ height: `${Math.min(ROWS_SHOWN, items.length) * ROW_HEIGHT}px` }}>
      <VirtualList
        count={items.length}
        rowHeight={ROW_HEIGHT}
        attributes={{ tabIndex: -1 }}
        row={(index) => {
          const item = items[index] ?? '';
          return (
            <label key={item} class="check choice-row" title={item}>
              <input
                type="checkbox"
                checked={picked.has(item)}
                onChange={({ currentTarget }) => toggle([item], currentTarget.checked)}
              />
              <span class="ellipsis">{item}</span>
            </label>
          );
        }}
      />
    </div>
  );
}
