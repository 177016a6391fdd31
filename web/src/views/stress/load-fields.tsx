import type { JSX } from 'preact';
import { TextField } from '../../components/text-field.js';
import type { problemsOf, StressDraft } from './stress-draft.js';

export type SetDraft = (changes: Partial<StressDraft>) => void;

export interface FieldsProps {
  readonly draft: StressDraft;
  readonly problems: ReturnType<typeof problemsOf>;
  readonly set: SetDraft;
}

const MODES = [
  ['rate', 'Requests per second'],
  ['vus', 'Virtual users'],
] as const;

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
      <p class="hint">
        {mode === 'rate'
          ? 'Sent at fixed times, whatever the target does: a slow target does not lower the load.'
          : 'Each user waits for the response, thinks, and continues: a slow target lowers the load.'}
      </p>
      <Numbers draft={draft} problems={problems} set={set} />
    </fieldset>
  );
}

function Numbers({ draft, problems, set }: FieldsProps): JSX.Element {
  const { mode } = draft;
  return (
    <div class="field-pair">
      {mode === 'rate' ? (
        <TextField
          label="Requests per second"
          value={draft.rate}
          problem={problems.rate ?? ''}
          set={(rate) => set({ rate })}
        />
      ) : (
        <TextField
          label="Number of users"
          value={draft.vus}
          problem={problems.vus ?? ''}
          set={(vus) => set({ vus })}
        />
      )}
      <TextField
        label="Duration"
        placeholder="30s"
        value={draft.duration}
        problem={problems.duration ?? ''}
        set={(duration) => set({ duration })}
      />
      <TextField
        label="Ramp-up"
        placeholder="none"
        hint={mode === 'rate' ? 'Time to reach the full rate.' : 'Time until all users have started.'}
        value={draft.rampUp}
        problem={problems.rampUp ?? ''}
        set={(rampUp) => set({ rampUp })}
      />
      {mode === 'vus' && (
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
        placeholder={mode === 'rate' ? '100' : 'all users'}
        hint={mode === 'rate' ? 'Waiting counts as latency.' : 'Users that may be active.'}
        value={draft.maxVUs}
        problem={problems.maxVUs ?? ''}
        set={(maxVUs) => set({ maxVUs })}
      />
    </div>
  );
}
