import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { TextField } from '../../components/text-field.js';
import { activeEnvironment, environmentNames } from '../../state/environments.js';
import type { ChoiceProblems, RunChoice } from '../../state/runs/run-choice.js';

interface RunFieldsProps {
  readonly choice: Signal<RunChoice>;
  readonly problems: ChoiceProblems;
}

const ORDERS = [
  ['setting', 'As in the settings'],
  ['sequential', 'One after the other'],
  ['parallel', 'In parallel'],
] as const;

const REPEATS = [
  ['once', 'Once'],
  ['times', 'Several times'],
  ['failure', 'Until something fails'],
] as const;

/** How the chosen requests are run. */
export function RunFields({ choice, problems }: RunFieldsProps): JSX.Element {
  const { value } = choice;
  const set = (changes: Partial<RunChoice>): void => void (choice.value = { ...choice.peek(), ...changes });
  return (
    <div class="run-fields">
      <label class="field">
        <span>Environment</span>
        <select
          value={value.environment}
          onChange={({ currentTarget }) => set({ environment: currentTarget.value })}
        >
          <option value="">{`${activeEnvironment.value} (active)`}</option>
          {environmentNames.value
            .filter((name) => name !== activeEnvironment.value)
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <TextField
        label="Data rows"
        placeholder="all"
        hint="For requests with @data or @each: 1, 3-5"
        value={value.rows}
        problem={problems.rows ?? ''}
        set={(rows) => set({ rows })}
      />
      <Choice label="Order" options={ORDERS} value={value.order} set={(order) => set({ order })} />
      {value.order === 'parallel' && (
        <TextField
          label="At most at once"
          value={value.concurrency}
          problem={problems.concurrency ?? ''}
          set={(concurrency) => set({ concurrency })}
        />
      )}
      <Choice label="Repeat" options={REPEATS} value={value.repeat} set={(repeat) => set({ repeat })} />
      {value.repeat !== 'once' && (
        <TextField
          label={value.repeat === 'times' ? 'Times' : 'At most'}
          value={value.times}
          problem={problems.times ?? ''}
          set={(times) => set({ times })}
        />
      )}
    </div>
  );
}

interface ChoiceProps<Key extends string> {
  readonly label: string;
  readonly options: readonly (readonly [Key, string])[];
  readonly value: Key;
  readonly set: (key: Key) => void;
}

function Choice<Key extends string>({ label, options, value, set }: ChoiceProps<Key>): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value as Key)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
