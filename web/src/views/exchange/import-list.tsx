import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { Icon } from '../../components/icon.js';
import { clearImport, saveImported, type ImportResult } from '../../state/imports.js';
import { files } from '../../state/workspace.js';
import { pathProblem, suggestPath, withExtension } from '../workspace/new-path.js';
import { KIND_NAMES } from './import-kinds.js';

interface ImportListProps {
  readonly results: readonly ImportResult[];
  readonly isBusy: boolean;
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

/** Several documents: what each becomes, where it will be written, and one button for all. */
export function ImportList({ results, isBusy, chosen, choose }: ImportListProps): JSX.Element {
  const typed = useSignal<ReadonlyMap<number, string>>(new Map());
  const isSaving = useSignal(false);
  const taken = files.value.map(({ path }) => path);
  const rows = plannedFiles(results, typed.value, taken);
  const ready = rows.filter(({ path, problem }) => path !== '' && problem === '');
  const canSave =
    !isBusy && !isSaving.value && ready.length > 0 && rows.every(({ problem }) => problem === '');
  const save = async (): Promise<void> => {
    isSaving.value = true;
    const failed = await saveImported(
      ready.map(({ path, index }) => ({ path, content: results[index]?.imported?.content ?? '' })),
    );
    isSaving.value = false;
    if (failed.length === 0) clearImport();
  };
  return (
    <form
      class="import-list"
      aria-label="Save"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) void save();
      }}
    >
      <ul>
        {rows.map(({ index, path, problem }) => (
          <li key={index} class={index === chosen ? 'import-chosen' : ''}>
            <ResultButton result={results[index]} isChosen={index === chosen} choose={() => choose(index)} />
            {path !== '' && (
              <label class="field">
                <span class="sr-only">Save {results[index]?.source} as</span>
                <input
                  class="mono"
                  spellcheck={false}
                  value={typed.value.get(index) ?? path}
                  aria-invalid={problem !== ''}
                  onInput={({ currentTarget }) =>
                    (typed.value = new Map(typed.value).set(index, currentTarget.value))
                  }
                />
                {problem !== '' && <small class="field-problem">{problem}</small>}
              </label>
            )}
          </li>
        ))}
      </ul>
      <button type="submit" class="button primary" disabled={!canSave}>
        <Icon name="save" /> Save {formatCount(ready.length, 'file')}
      </button>
    </form>
  );
}

interface ResultButtonProps {
  readonly result: ImportResult | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function ResultButton({ result, isChosen, choose }: ResultButtonProps): JSX.Element | null {
  if (result === undefined) return null;
  const { source, kind, imported } = result;
  const losses = imported?.warnings.length ?? 0;
  return (
    <button type="button" class="import-result" aria-pressed={isChosen} onClick={choose}>
      <strong class="ellipsis">{source}</strong>
      {imported === undefined || kind === '' ? (
        <span class="count-failed">not converted</span>
      ) : (
        <span class="hint">
          {KIND_NAMES[kind]}, {formatCount(imported.requestCount, 'request')}
          {losses > 0 && <span class="count-warned">, {losses} to check</span>}
        </span>
      )}
    </button>
  );
}

interface PlannedFile {
  readonly index: number;
  /** Empty if the document was not converted. */
  readonly path: string;
  readonly problem: string;
}

/** Each file gets a path of its own. */
function plannedFiles(
  results: readonly ImportResult[],
  typed: ReadonlyMap<number, string>,
  existing: readonly string[],
): PlannedFile[] {
  const taken = [...existing];
  return results.map(({ source, imported }, index) => {
    if (imported === undefined) return { index, path: '', problem: '' };
    const path = withExtension(typed.get(index) ?? suggestPath(source, taken));
    const problem = path === '' ? 'A file needs a name.' : pathProblem(path, taken);
    taken.push(path);
    return { index, path, problem };
  });
}
