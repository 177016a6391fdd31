import type { JSX } from 'preact';
import { TextField } from '../../components/text-field.js';
import { hasUsers, type problemsOf, type StressDraft } from './stress-draft.js';

export type SetDraft = (changes: Partial<StressDraft>) => void;

export interface FieldsProps {
  readonly draft: StressDraft;
  readonly problems: ReturnType<typeof problemsOf>;
  readonly set: SetDraft;
}

const MODES = [
  ['rate', 'Requests per second'],
  ['vus', 'Virtual users'],
  ['stages', 'In stages'],
  ['find', 'Highest rate'],
] as const;

const HINTS: Readonly<Record<StressDraft['mode'], string>> = {
  rate: 'Sent at fixed times, whatever the target does: a slow target does not lower the load.',
  vus: 'Each user waits for the response, thinks, and continues: a slow target lowers the load.',
  stages: 'Each stage is reached in a straight line from the one before; 0s is a jump.',
  find: 'Tries rates in short steps and finds the highest one that keeps the limits.',
};

export function LoadFields({ draft, problems, set }: FieldsProps): JSX.Element {
  const { mode } = draft;
  return (
    <fieldset class="load-fields">
      <legend>Load</legend>
      <div class="segments">
        {MODES.map(([key, label]) => (
          <label key={key} class={key === mode ? 'segment chosen' : 'segment'}>
            <input
              type="radio"
              name="load-mode"
              value={key}
              checked={key === mode}
              onChange={() => set({ mode: key })}
            />
            {label}
          </label>
        ))}
      </div>
      <p class="hint">{HINTS[mode]}</p>
      <Numbers draft={draft} problems={problems} set={set} />
    </fieldset>
  );
}

function Numbers({ draft, problems, set }: FieldsProps): JSX.Element {
  const { mode } = draft;
  return (
    <>
      {mode === 'stages' && (
        <TextField
          label="Stages"
          placeholder="30s:50/s, 2m:50/s"
          hint="Time and target of each: 30s:50/s is a rate, 1m:20vus are users."
          value={draft.stages}
          problem={problems.stages ?? ''}
          set={(stages) => set({ stages })}
        />
      )}
      {mode === 'find' && (
        <TextField
          label="Limits to keep"
          placeholder="p95<200ms, errors<1%"
          hint="Of p50, p95, p99, max, mean and errors."
          value={draft.find}
          problem={problems.find ?? ''}
          set={(find) => set({ find })}
        />
      )}
      <div class="field-pair">
        {mode !== 'stages' && <Target draft={draft} problems={problems} set={set} />}
        {(mode === 'rate' || mode === 'vus') && (
          <TextField
            label="Ramp-up"
            placeholder="none"
            hint={mode === 'rate' ? 'Time to reach the full rate.' : 'Time until all users have started.'}
            value={draft.rampUp}
            problem={problems.rampUp ?? ''}
            set={(rampUp) => set({ rampUp })}
          />
        )}
        {hasUsers(draft) && (
          <TextField
            label="Think time"
            placeholder="none"
            hint="Between response and next request."
            value={draft.thinkTime}
            problem={problems.thinkTime ?? ''}
            set={(thinkTime) => set({ thinkTime })}
          />
        )}
        <TextField
          label="Maximum at once"
          placeholder={hasUsers(draft) ? 'all users' : '100'}
          hint={hasUsers(draft) ? 'Users that may be active.' : 'Waiting counts as latency.'}
          value={draft.maxVUs}
          problem={problems.maxVUs ?? ''}
          set={(maxVUs) => set({ maxVUs })}
        />
      </div>
    </>
  );
}

function Target({ draft, problems, set }: FieldsProps): JSX.Element {
  const { mode } = draft;
  const isSearch = mode === 'find';
  return (
    <>
      {mode === 'vus' ? (
        <TextField
          label="Number of users"
          value={draft.vus}
          problem={problems.vus ?? ''}
          set={(vus) => set({ vus })}
        />
      ) : (
        <TextField
          label={isSearch ? 'First rate per second' : 'Requests per second'}
          value={draft.rate}
          problem={problems.rate ?? ''}
          set={(rate) => set({ rate })}
        />
      )}
      <TextField
        label={isSearch ? 'Length of a step' : 'Duration'}
        placeholder={isSearch ? '5s' : '30s'}
        value={draft.duration}
        problem={problems.duration ?? ''}
        set={(duration) => set({ duration })}
      />
    </>
  );
}
