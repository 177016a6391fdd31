import './conflict.css';
import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../../../../../src/primitives/text/output-text.js';
import { Dialog } from '../../../components/dialog.js';
import type { ResultEditor } from '../../../editor/result-editor.js';
import { close } from '../../../state/documents.js';
import {
  comparison,
  endComparison,
  loadComparison,
  saveResolved,
  takeTheirs,
  type Comparison,
} from '../../../state/editing/comparison.js';
import { Differences } from './differences.js';
import {
  chosenLines,
  linesText,
  mergedText,
  mergeTexts,
  withoutCarriageReturns,
  type Choice,
  type MergePart,
} from './merge-texts.js';

/** Both texts of a file that was changed on disk while it was edited. */
export function ComparisonDialog({ path }: { readonly path: string }): JSX.Element | null {
  useEffect(() => {
    void loadComparison(path);
  }, [path]);
  const compared = comparison.value;
  if (compared === undefined || compared.path !== path) return null;
  const title = compared.theirs === undefined ? `${path} is gone` : `Compare ${path}`;
  return (
    <Dialog title={title} close={endComparison}>
      {compared.theirs === undefined ? (
        <GoneFile compared={compared} />
      ) : (
        <ChangedFile key={compared.theirs.etag} compared={compared} theirs={compared.theirs.text} />
      )}
    </Dialog>
  );
}

function GoneFile({ compared }: { readonly compared: Comparison }): JSX.Element {
  const { path, mine } = compared;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void saveResolved(compared, mine);
      }}
    >
      <h2>This file was removed from the disk</h2>
      <p>{path} is only in this editor now.</p>
      <div class="dialog-actions">
        <button
          type="button"
          class="button danger"
          onClick={() => {
            endComparison();
            close(path);
          }}
        >
          Close the file
        </button>
        <button type="submit" class="button primary" autoFocus>
          Keep mine, create it again
        </button>
      </div>
    </form>
  );
}

interface ChangedProps {
  readonly compared: Comparison;
  readonly theirs: string;
}

function ChangedFile({ compared, theirs }: ChangedProps): JSX.Element {
  const parts = useComputed(() =>
    mergeTexts(
      withoutCarriageReturns(compared.base),
      withoutCarriageReturns(theirs),
      withoutCarriageReturns(compared.mine),
    ),
  );
  const choices = useSignal<ReadonlyMap<number, Choice>>(new Map());
  const isSaving = useSignal(false);
  const editor = useRef<ResultEditor>();
  const choose = (index: number, choice: Choice): void => {
    const part = parts.value[index];
    if (part === undefined) return;
    editor.current?.exchange(index, linesText(chosenLines(part, choice)));
    choices.value = new Map(choices.value).set(index, choice);
  };
  const saveText = async (text: string): Promise<void> => {
    isSaving.value = true;
    await saveResolved(compared, text);
    isSaving.value = false;
  };
  return (
    <div class="comparison">
      <header class="comparison-head">
        <h2>{compared.path} was changed on disk while you were editing it</h2>
        <p class="hint">{summaryOf(parts.value, choices.value)}</p>
      </header>
      <Differences parts={parts.value} choices={choices.value} choose={choose} />
      <Result compared={compared} parts={parts} mounted={(made) => (editor.current = made)} />
      <div class="dialog-actions comparison-actions">
        <button type="button" class="button" onClick={endComparison}>
          Decide later
        </button>
        <span class="spacer" />
        <button type="button" class="button" disabled={isSaving.value} onClick={() => takeTheirs(compared)}>
          Take theirs
        </button>
        <button
          type="button"
          class="button"
          disabled={isSaving.value}
          onClick={() => void saveText(compared.mine)}
        >
          Keep mine
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isSaving.value}
          onClick={() => void saveText(editor.current?.text() ?? compared.mine)}
        >
          Save the result
        </button>
      </div>
    </div>
  );
}

function summaryOf(parts: readonly MergePart[], choices: ReadonlyMap<number, Choice>): string {
  const changed = parts.filter(({ kind }) => kind !== 'same').length;
  const open = parts.filter(({ kind }, index) => kind === 'both' && !choices.has(index)).length;
  if (changed === 0) return 'Both texts are the same.';
  const count = formatCount(changed, 'difference');
  if (open === 0) return `${count}. The result below holds what is chosen; save it, or edit it first.`;
  const which = changed === 1 ? '' : `${open} of them `;
  return `${count}, ${which}changed by both: choose what the result below takes, or edit it.`;
}

interface ResultProps {
  readonly compared: Comparison;
  readonly parts: ReadonlySignal<readonly MergePart[]>;
  readonly mounted: (editor: ResultEditor | undefined) => void;
}

function Result({ compared, parts, mounted }: ResultProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let made: ResultEditor | undefined;
    let isGone = false;
    void import('../../../editor/result-editor.js').then(({ ResultEditor: Editor }) => {
      if (isGone || host.current === null) return;
      const { text, ranges } = mergedText(parts.peek());
      made = new Editor(host.current, { text, ranges, original: compared.mine, label: 'Result' });
      mounted(made);
    });
    return () => {
      isGone = true;
      mounted(undefined);
      made?.destroy();
    };
  }, []);
  return (
    <section class="comparison-result" aria-label="Result">
      <h3>Result</h3>
      <div ref={host} class="editor-host" />
    </section>
  );
}
