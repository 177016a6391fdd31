import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.js';
import { Icon, type IconName } from '../components/icon.js';
import { show } from '../state/documents.js';
import { activate, environments } from '../state/environments.js';
import { runAll } from '../state/executions.js';
import { navigate } from '../state/route.js';
import { nextTheme } from '../state/theme.js';
import { files } from '../state/workspace.js';

interface Entry {
  readonly label: string;
  readonly icon: IconName;
  readonly act: () => void;
}

const MAX_SHOWN = 60;

/** Finds files and commands by name. */
export function Palette({ close }: { readonly close: () => void }): JSX.Element {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const all = useMemo(entries, []);
  const found = useMemo(() => findMatches(all, text), [all, text]);
  const chosen = Math.min(at, found.length - 1);
  const choose = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.act();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[chosen]);
    }
  };
  return (
    <Dialog title="Go to file or command" close={close}>
      <div class="palette" onKeyDown={press}>
        <input
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={`palette-${chosen}`}
          aria-label="File or command"
          placeholder="File or command"
          autoFocus
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
        />
        <ul id="palette-list" role="listbox" aria-label="Matches">
          {found.map((entry, index) => (
            <li
              key={entry.label}
              id={`palette-${index}`}
              role="option"
              aria-selected={index === chosen}
              onClick={() => choose(entry)}
            >
              <Icon name={entry.icon} />
              {entry.label}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="hint">No matches.</p>}
      </div>
    </Dialog>
  );
}

function entries(): Entry[] {
  const names = files.peek().map(({ path }) => path);
  return [
    ...names.map((path): Entry => ({ label: path, icon: 'file', act: () => show(path) })),
    { label: 'Run all files', icon: 'play', act: () => void runAll(names) },
    ...environments.peek().map(({ name }): Entry => ({
      label: `Use environment ${name}`,
      icon: 'environments',
      act: () => void activate(name),
    })),
    { label: 'Overview', icon: 'files', act: () => navigate('/') },
    { label: 'Stress test', icon: 'stress', act: () => navigate('/stress') },
    { label: 'Mock server', icon: 'mock', act: () => navigate('/mock') },
    { label: 'Record traffic', icon: 'record', act: () => navigate('/record') },
    { label: 'Verify a contract', icon: 'contract', act: () => navigate('/contract') },
    { label: 'Import from another tool', icon: 'exchange', act: () => navigate('/import') },
    { label: 'Export as curl commands', icon: 'exchange', act: () => navigate('/export') },
    { label: 'History', icon: 'history', act: () => navigate('/history') },
    { label: 'Environments', icon: 'environments', act: () => navigate('/environments') },
    { label: 'Settings', icon: 'settings', act: () => navigate('/settings') },
    { label: 'Change colours', icon: 'sun', act: nextTheme },
  ];
}

/** Matches all words in any order; names that start with the first word come first. */
function findMatches(all: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  const first = words[0] ?? '';
  const rank = ({ label }: Entry): number => {
    const name = label.toLowerCase().split('/').at(-1) ?? '';
    return name.startsWith(first) ? 0 : 1;
  };
  return matches.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_SHOWN);
}
