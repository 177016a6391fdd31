import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { MethodMark } from '../../components/marks.js';
import { requestsState, wantRequests } from '../../state/navigation/requests.js';
import { paletteEntries, type PaletteEntry } from './entries.js';
import { rankMatches } from './rank.js';
import './palette.css';

const MAX_SHOWN = 60;

/** Finds files, requests and commands by name, method, URL and tag. */
export function Palette({ close }: { readonly close: () => void }): JSX.Element {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  useEffect(wantRequests, []);
  // Requests may arrive while the palette is open.
  const all = useComputed(paletteEntries).value;
  const found = useMemo(() => rankMatches(all, text, MAX_SHOWN), [all, text]);
  const chosen = Math.min(at, found.length - 1);
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.act();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) setAt(nextIndex(chosen, step, found.length));
    else if (event.key === 'Enter') choose(found[chosen]);
    // A search field would take the first Escape to clear its text.
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to file, request or command" close={close}>
      <div class="palette" onKeyDown={press}>
        <input
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={`palette-${chosen}`}
          aria-label="File, request or command"
          placeholder="File, request or command"
          autoFocus
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
        />
        <Matches found={found} chosen={chosen} choose={choose} />
        {found.length === 0 && (
          <p class="hint">{requestsState.value === 'loading' ? 'Reading the requests…' : 'No matches.'}</p>
        )}
      </div>
    </Dialog>
  );
}

interface MatchesProps {
  readonly found: readonly PaletteEntry[];
  readonly chosen: number;
  readonly choose: (entry: PaletteEntry) => void;
}

function Matches({ found, chosen, choose }: MatchesProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul ref={list} id="palette-list" role="listbox" aria-label="Matches">
      {found.map((entry, index) => (
        <Option
          key={`${entry.icon} ${entry.hint} ${entry.label} ${index}`}
          entry={entry}
          index={index}
          isChosen={index === chosen}
          choose={choose}
        />
      ))}
    </ul>
  );
}

interface OptionProps {
  readonly entry: PaletteEntry;
  readonly index: number;
  readonly isChosen: boolean;
  readonly choose: (entry: PaletteEntry) => void;
}

function Option({ entry, index, isChosen, choose }: OptionProps): JSX.Element {
  const { label, icon, method, hint = '' } = entry;
  return (
    <li id={`palette-${index}`} role="option" aria-selected={isChosen} onClick={() => choose(entry)}>
      {method === undefined ? <Icon name={icon} /> : <MethodMark method={method} />}
      <span class="palette-label">{label}</span>
      {hint !== '' && <span class="palette-hint">{hint}</span>}
    </li>
  );
}

/** Steps of one wrap around, longer ones end at the edge. */
function nextIndex(chosen: number, step: number, count: number): number {
  if (count === 0) return 0;
  const next = chosen + step;
  if (Math.abs(step) === 1) return (next + count) % count;
  return Math.min(count - 1, Math.max(0, next));
}
