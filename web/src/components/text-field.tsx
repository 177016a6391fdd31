import type { JSX } from 'preact';

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Shown instead of the hint; empty when there is none. */
  readonly problem: string;
  readonly set: (value: string) => void;
}

export function TextField(props: TextFieldProps): JSX.Element {
  const { label, hint = '', placeholder = '', value, problem, set } = props;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        autoComplete="off"
        aria-invalid={problem !== ''}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      {(problem !== '' || hint !== '') && (
        <small class={problem === '' ? 'hint' : 'field-problem'}>{problem === '' ? hint : problem}</small>
      )}
    </label>
  );
}
