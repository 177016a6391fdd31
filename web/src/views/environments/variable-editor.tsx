import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { parseJson, toJson } from '../../../../src/evaluation/values/json.js';
import type { Environment } from '../../../../src/server/api-types.js';
import { FormActions } from '../../components/form-actions.js';
import { Icon } from '../../components/icon.js';
import { looksSecret, saveEnvironment } from '../../state/environments.js';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly isShown: boolean;
}

let lastId = 0;

export function VariableEditor({ environment }: { readonly environment: Environment }): JSX.Element {
  const rows = useSignal<readonly Row[]>(rowsOf(environment));
  const isBusy = useSignal(false);
  const problems = rows.value.map((row) => problemOf(row, rows.value));
  const isChanged = toJson(valuesOf(rows.value)) !== toJson(environment.variables);
  const change = (id: number, changes: Partial<Row>): void => {
    rows.value = rows.value.map((row) => (row.id === id ? { ...row, ...changes } : row));
  };
  const save = async (): Promise<void> => {
    isBusy.value = true;
    await saveEnvironment(environment.name, valuesOf(rows.value));
    isBusy.value = false;
  };
  return (
    <form
      class="variables"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p class="hint">
        Values are text unless they are valid JSON such as <code>42</code>, <code>true</code> or{' '}
        <code>[1, 2]</code>; quotes turn those into text. <code>{'${NAME}'}</code> takes a variable of the
        server's own environment.
      </p>
      <div class="variable-rows" role="group" aria-label={`Variables of ${environment.name}`}>
        {rows.value.map((row, index) => (
          <VariableRow
            key={row.id}
            row={row}
            problem={problems[index] ?? ''}
            change={(changes) => change(row.id, changes)}
            remove={() => (rows.value = rows.value.filter((each) => each.id !== row.id))}
          />
        ))}
      </div>
      <FormActions
        isChanged={isChanged}
        canSave={!isBusy.value && problems.every((problem) => problem === '')}
        undo={() => (rows.value = rowsOf(environment))}
      >
        <button
          type="button"
          class="button"
          onClick={() => (rows.value = [...rows.value, { id: ++lastId, name: '', text: '', isShown: true }])}
        >
          <Icon name="plus" /> Add variable
        </button>
      </FormActions>
    </form>
  );
}

interface VariableRowProps {
  readonly row: Row;
  readonly problem: string;
  readonly change: (changes: Partial<Row>) => void;
  readonly remove: () => void;
}

function VariableRow({ row, problem, change, remove }: VariableRowProps): JSX.Element {
  const { name, text, isShown } = row;
  const isHidden = looksSecret(name) && !isShown;
  const toggle = isShown ? `Hide ${name}` : `Show ${name}`;
  return (
    <div class="variable-row">
      <input
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

function rowsOf({ variables }: Environment): Row[] {
  return Object.entries(variables).map(([name, value]) => ({
    id: ++lastId,
    name,
    text: writtenValue(value),
    isShown: false,
  }));
}

/** Quotes a text that would be parsed as another type. */
function writtenValue(value: unknown): string {
  if (typeof value !== 'string') return toJson(value);
  return readValue(value) === value ? value : JSON.stringify(value);
}

function readValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function valuesOf(rows: readonly Row[]): Record<string, unknown> {
  return Object.fromEntries(rows.map(({ name, text }) => [name.trim(), readValue(text)]));
}

function problemOf({ name, id }: Row, rows: readonly Row[]): string {
  const trimmed = name.trim();
  if (trimmed === '') return 'A variable needs a name.';
  if (!/^[\p{L}\p{N}_.-]+$/u.test(trimmed))
    return 'A name may contain only letters, digits, “_”, “-” and “.”.';
  const isTwice = rows.some((other) => other.id !== id && other.name.trim() === trimmed);
  return isTwice ? 'This name is used twice.' : '';
}
