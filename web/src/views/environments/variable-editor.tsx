import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { looksSecret } from '../../../../src/authoring/looks-secret.js';
import type { Environment } from '../../../../src/server/api-types.js';
import { FormActions } from '../../components/form-actions.js';
import { Icon } from '../../components/icon.js';
import {
  discardDraft,
  draftOf,
  editEnvironment,
  saveDraft,
  unsavedEnvironments,
} from '../../state/environments.js';
import { conflictsOf, emptyRow, rowProblem, type VariableRow } from '../../state/drafts/variable-rows.js';
import { ChangedElsewhere } from './changed-elsewhere.js';

export function VariableEditor({ environment }: { readonly environment: Environment }): JSX.Element {
  const { name, variables } = environment;
  const { rows, base } = draftOf(environment);
  const isBusy = useSignal(false);
  /** The row that was just added gets the focus. */
  const added = useRef(0);
  const problems = rows.map((row) => rowProblem(row, rows));
  const isChanged = unsavedEnvironments.value.has(name);
  const conflicts = isChanged ? conflictsOf(rows, base, variables) : [];
  const save = async (): Promise<void> => {
    isBusy.value = true;
    await saveDraft(environment);
    isBusy.value = false;
  };
  const setRows = (next: readonly VariableRow[]): void => editEnvironment(environment, next);
  const add = (): void => {
    const row = emptyRow();
    added.current = row.id;
    setRows([...rows, row]);
  };
  return (
    <form
      class="variables"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {conflicts.length > 0 && <ChangedElsewhere environment={environment} conflicts={conflicts} />}
      <Hint isEmpty={rows.length === 0} />
      <div class="variable-rows" role="group" aria-label={`Variables of ${name}`}>
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            problem={problems[index] ?? ''}
            isAdded={row.id === added.current}
            change={(changes) => setRows(rows.map((each) => (each === row ? { ...each, ...changes } : each)))}
            remove={() => setRows(rows.filter((each) => each !== row))}
          />
        ))}
      </div>
      <FormActions
        isChanged={isChanged}
        canSave={!isBusy.value && conflicts.length === 0 && problems.every((problem) => problem === '')}
        undo={() => discardDraft(name)}
      >
        <button type="button" class="button" onClick={add}>
          <Icon name="plus" /> Add variable
        </button>
      </FormActions>
    </form>
  );
}

function Hint({ isEmpty }: { readonly isEmpty: boolean }): JSX.Element {
  if (isEmpty) {
    return (
      <p class="hint">
        No variables yet. Add one, such as <code>baseUrl</code>, and write <code>{'{{baseUrl}}'}</code> in
        your requests.
      </p>
    );
  }
  return (
    <p class="hint">
      Values are text unless they are valid JSON such as <code>42</code>, <code>true</code> or{' '}
      <code>[1, 2]</code>; quotes turn those into text. <code>{'${NAME}'}</code> takes a variable of the
      server's own environment.
    </p>
  );
}

interface RowProps {
  readonly row: VariableRow;
  readonly problem: string;
  readonly isAdded: boolean;
  readonly change: (changes: Partial<VariableRow>) => void;
  readonly remove: () => void;
}

function Row({ row, problem, isAdded, change, remove }: RowProps): JSX.Element {
  const { name, text, isShown } = row;
  const isHidden = looksSecret(name) && !isShown;
  const toggle = isShown ? `Hide ${name}` : `Show ${name}`;
  const hasFocused = useRef(false);
  const focusOnce = (field: HTMLInputElement | null): void => {
    if (!isAdded || hasFocused.current || field === null) return;
    hasFocused.current = true;
    field.focus();
  };
  return (
    <div class="variable-row">
      <input
        ref={focusOnce}
        class="mono"
        aria-label="Name"
        placeholder="name"
        spellcheck={false}
        value={name}
        aria-invalid={problem !== ''}
        onInput={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <input
        class="mono"
        aria-label={`Value of ${name}`}
        placeholder="value"
        spellcheck={false}
        autoComplete="off"
        type={isHidden ? 'password' : 'text'}
        value={text}
        onInput={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      {looksSecret(name) ? (
        <button
          type="button"
          class="icon-button"
          title={toggle}
          aria-label={toggle}
          aria-pressed={isShown}
          onClick={() => change({ isShown: !isShown })}
        >
          <Icon name="eye" />
        </button>
      ) : (
        <span />
      )}
      <button type="button" class="icon-button" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="trash" />
      </button>
      {problem !== '' && <small class="field-problem">{problem}</small>}
    </div>
  );
}
