import type { JSX } from 'preact';

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Shown instead of the hint, unless it is empty. */
  readonly problem: string;
  readonly set: (value: string) => void;
  readonly placeholder?: string;
  /** More than one row makes it a text area. */
  readonly rows?: number;
  readonly isRequired?: boolean;
  /** For the form to find the field. */
  readonly name?: string;
}

export function TextField(props: TextFieldProps): JSX.Element {
  const { label, hint = '', value, problem, set, placeholder, rows = 1, isRequired = false, name } = props;
  const common = {
    value,
    placeholder,
    name,
    spellcheck: false,
    autoComplete: 'off',
    required: isRequired,
    'aria-invalid': problem !== '',
  };
  return (
    <label class="field">
      <span>{label}</span>
      {rows > 1 ? (
        <textarea
          {...common}
          class="mono"
          rows={rows}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      ) : (
        <input {...common} onInput={({ currentTarget }) => set(currentTarget.value)} />
      )}
      {(problem !== '' || hint !== '') && (
        <small class={problem === '' ? 'hint' : 'field-problem'}>{problem === '' ? hint : problem}</small>
      )}
    </label>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly set: (isChecked: boolean) => void;
}

export function CheckField({ label, isChecked, set }: CheckFieldProps): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
