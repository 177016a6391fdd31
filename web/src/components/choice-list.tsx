import { signal, useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import { VirtualList } from './virtual-list.js';

export interface ChoosableFile {
  readonly path: string;
  readonly requests: number;
}

/** A file, or something else that is identified by its text. */
interface Choosable {
  readonly path: string;
  readonly requests?: number;
  /** Shown instead of the number of requests. */
  readonly detail?: string;
}

interface ChoiceListProps {
  readonly files: readonly Choosable[];
  /** What the list holds, in the plural; files unless given. */
  readonly what?: string;
  readonly chosen: readonly string[];
  readonly choose: (paths: readonly string[]) => void;
}

const ROW_HEIGHT = 28;
const ROWS_SHOWN = 6;
const FILTER_MIN_FILES = 8;

/** The filter of each view stays as it was left. */
const filters = new Map<string, Signal<string>>();

function filterOf(view: string): Signal<string> {
  const found = filters.get(view) ?? signal('');
  filters.set(view, found);
  return found;
}

/** A list with checkboxes. */
export function ChoiceList({ files, what = 'files', chosen, choose }: ChoiceListProps): JSX.Element {
  const text = useMemo(() => filterOf(window.location.pathname), []);
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  const picked = new Set(chosen);
  const toggle = (some: readonly Choosable[], isOn: boolean): void => {
    const next = new Set(chosen);
    for (const { path } of some) {
      if (isOn) next.add(path);
      else next.delete(path);
    }
    choose(files.map(({ path }) => path).filter((path) => next.has(path)));
  };
  return (
    <>
      {files.length >= FILTER_MIN_FILES && (
        <label class="search-field">
          <Icon name="search" />
          <span class="sr-only">Filter the {what} to choose from</span>
          <input
            type="search"
            placeholder="Filter"
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
      )}
      {files.length > 1 && (
        <label class="check choice-all">
          <input
            type="checkbox"
            checked={found.length > 0 && found.every(({ path }) => picked.has(path))}
            disabled={found.length === 0}
            onChange={({ currentTarget }) => toggle(found, currentTarget.checked)}
          />
          {words.length === 0 ? 'All of them' : `All ${found.length} found`}
        </label>
      )}
      <Rows files={found} what={what} picked={picked} toggle={toggle} />
    </>
  );
}

interface RowsProps {
  readonly files: readonly Choosable[];
  readonly what: string;
  readonly picked: ReadonlySet<string>;
  readonly toggle: (files: readonly Choosable[], isOn: boolean) => void;
}

/** The list is one stop of the Tab key; arrow keys move between its rows. */
function Rows({ files, what, picked, toggle }: RowsProps): JSX.Element {
  const cursor = useSignal(0);
  const isMoving = useRef(false);
  const last = files.length - 1;
  const at = Math.max(0, Math.min(cursor.value, last));
  // A distant row is rendered only after scrolling to it.
  const arrive = (row: HTMLInputElement | null): void => {
    if (!isMoving.current || row === null) return;
    isMoving.current = false;
    row.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const next = nextRow(event.key, at, last);
    if (next === undefined) return;
    event.preventDefault();
    isMoving.current = next !== at;
    cursor.value = next;
  };
  return (
    <VirtualList
      class="choice-rows"
      count={files.length}
      rowHeight={ROW_HEIGHT}
      shown={at}
      attributes={{
        role: 'group',
        'aria-label': `${what.charAt(0).toUpperCase()}${what.slice(1)} to choose from`,
        tabIndex: -1,
        style: { height: `${Math.min(ROWS_SHOWN, Math.max(1, files.length)) * ROW_HEIGHT + 2}px` },
        onKeyDown: press,
      }}
      row={(index) => {
        const file = files[index];
        if (file === undefined) return null;
        return (
          <label key={file.path} class="check choice-row" title={file.path}>
            <input
              ref={index === at ? arrive : null}
              type="checkbox"
              tabIndex={index === at ? 0 : -1}
              checked={picked.has(file.path)}
              onFocus={() => (cursor.value = index)}
              onChange={({ currentTarget }) => toggle([file], currentTarget.checked)}
            />
            <span class="ellipsis">{file.path}</span>
            <span class="spacer" />
            <span class="hint" aria-hidden="true">
              {file.detail ?? file.requests}
            </span>
          </label>
        );
      }}
    />
  );
}

function nextRow(key: string, at: number, last: number): number | undefined {
  const next = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - ROWS_SHOWN,
    PageDown: at + ROWS_SHOWN,
    Home: 0,
    End: last,
  }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(next, last));
}
