import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { VirtualList } from './virtual-list.js';

export interface ChoosableFile {
  readonly path: string;
  readonly requests: number;
}

interface FileChoiceProps {
  readonly files: readonly ChoosableFile[];
  readonly isAll: boolean;
  readonly paths: readonly string[];
  readonly change: (choice: { readonly isAll: boolean; readonly paths: readonly string[] }) => void;
}

const ROW_HEIGHT = 28;
const ROWS_SHOWN = 7;

/** All files, or some of them by name. */
export function FileChoice({ files, isAll, paths, change }: FileChoiceProps): JSX.Element {
  const filter = useSignal('');
  const chosen = new Set(paths);
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  const toggle = (path: string): void => {
    if (!chosen.delete(path)) chosen.add(path);
    change({ isAll, paths: [...chosen] });
  };
  return (
    <fieldset class="file-choice">
      <legend>Files</legend>
      <div class="choices">
        <Choice label={`All ${files.length}`} isOn={isAll} choose={() => change({ isAll: true, paths })} />
        <Choice label="Only some" isOn={!isAll} choose={() => change({ isAll: false, paths })} />
        {!isAll && <span class="hint">{files.filter(({ path }) => chosen.has(path)).length} chosen</span>}
      </div>
      {!isAll && (
        <>
          <input
            type="search"
            aria-label="Filter the files to choose from"
            placeholder="Filter"
            value={filter.value}
            onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
          />
          <VirtualList
            class="file-choice-list"
            count={shown.length}
            rowHeight={ROW_HEIGHT}
            attributes={{
              role: 'group',
              'aria-label': 'Files to choose from',
              style: { height: `${Math.min(ROWS_SHOWN, Math.max(1, shown.length)) * ROW_HEIGHT + 2}px` },
            }}
            row={(index) => {
              const file = shown[index];
              return (
                file !== undefined && (
                  <label key={file.path} class="file-choice-row">
                    <input
                      type="checkbox"
                      checked={chosen.has(file.path)}
                      onChange={() => toggle(file.path)}
                    />
                    <span class="ellipsis">{file.path}</span>
                    <span class="spacer" />
                    <span class="hint">{file.requests}</span>
                  </label>
                )
              );
            }}
          />
        </>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly choose: () => void;
}

function Choice({ label, isOn, choose }: ChoiceProps): JSX.Element {
  return (
    <label class="check">
      <input type="radio" name="file-choice" checked={isOn} onChange={choose} />
      {label}
    </label>
  );
}
