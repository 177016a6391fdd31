import { effect, signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ChoiceList } from '../../components/choice-list.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import { TextField } from '../../components/text-field.js';
import { choosableFiles } from '../../state/chosen-files.js';
import { activeEnvironment, environmentNames } from '../../state/environments.js';
import { beginStress, stressProblem, stressStatus } from '../../state/stress/stress.js';
import { workerList } from '../../state/stress/workers.js';
import { files } from '../../state/workspace.js';
import { LoadFields, type FieldsProps, type SetDraft } from './load-fields.js';
import { PlanTable } from './plan-table.js';
import { ProfileBar } from './profile-bar.js';
import { FIRST_DRAFT, startRequestOf, problemsOf, type StressDraft } from './stress-draft.js';
import { ThresholdFields } from './threshold-fields.js';

const KEY = 'svc.stress-draft';

/** Stored for this tab, so that it survives changes of the view and reloads. */
const draft = signal<StressDraft>({ ...FIRST_DRAFT, ...storedDraft() });

effect(() => sessionStorage.setItem(KEY, JSON.stringify(draft.value)));

function storedDraft(): Partial<StressDraft> {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<StressDraft>;
}

/** Chooses a file and moves on to the button that starts the test. */
export function prepareFile(file: string): void {
  draft.value = { ...draft.value, files: [file] };
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.start-bar .primary')?.focus());
}

export function StressForm(): JSX.Element {
  const wasSent = useSignal(false);
  const all = files.value.map(({ path }) => path);
  // Files may have been removed since they were chosen.
  const chosen = draft.value.files.filter((path) => all.includes(path));
  const present = { ...draft.value, files: chosen };
  // A profile may have workers where the server has none.
  const sent = workerList.value === undefined ? { ...present, workers: '' } : present;
  const problems = problemsOf(sent);
  const set: SetDraft = (changes) => {
    draft.value = { ...draft.value, ...changes };
  };
  const begin = async (): Promise<void> => {
    wasSent.value = true;
    if (Object.keys(problems).length === 0) wasSent.value = !(await beginStress(startRequestOf(sent)));
  };
  const missing = wasSent.value || chosen.length > 0 ? (problems.files ?? '') : '';
  return (
    <form
      class="stress-form"
      aria-label="Load test"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <h1>Stress test</h1>
      <ProfileBar draft={present} problems={problems} change={(next) => (draft.value = next)} />
      <fieldset class="choice">
        <legend>
          Request files <span class="hint">{`${chosen.length} of ${all.length}`}</span>
        </legend>
        <ChoiceList files={choosableFiles.value} chosen={chosen} choose={(paths) => set({ files: paths })} />
        {missing !== '' && <small class="field-problem">{missing}</small>}
      </fieldset>
      {all.length === 0 && <p class="hint">There are no request files yet; create or import one first.</p>}
      {problems.files === undefined && <PlanTable files={chosen} />}
      <LoadFields draft={present} problems={problems} set={set} />
      <WorkerField draft={present} problems={problems} set={set} />
      {present.mode !== 'find' && <ThresholdFields draft={present} problems={problems} set={set} />}
      <MoreFields draft={present} problems={problems} set={set} />
      <StartBar canStart={Object.keys(problems).every((field) => field === 'files')} />
    </form>
  );
}

function WorkerField({ draft: present, problems, set }: FieldsProps): JSX.Element | null {
  const list = workerList.value;
  if (list === undefined) return null;
  const free = list.workers.filter(({ state }) => state === 'free').length;
  return (
    <TextField
      label="Workers"
      placeholder="none: this server sends"
      hint={`A number, or all; ${free} of ${list.workers.length} are free.`}
      value={present.workers}
      problem={problems.workers ?? ''}
      set={(workers) => set({ workers })}
    />
  );
}

function MoreFields({ draft: present, problems, set }: FieldsProps): JSX.Element {
  return (
    <details class="stress-more">
      <summary>Name, environment and seed</summary>
      <div class="field-pair">
        <TextField
          label="Name"
          placeholder="none"
          hint="Finds the test among the kept ones."
          value={present.label}
          problem={problems.label ?? ''}
          set={(label) => set({ label })}
        />
        <EnvironmentField value={present.environment} set={set} />
        <TextField
          label="Seed"
          placeholder="random"
          hint="The same seed picks the same requests again."
          value={present.seed}
          problem={problems.seed ?? ''}
          set={(seed) => set({ seed })}
        />
      </div>
    </details>
  );
}

function EnvironmentField({ value, set }: { readonly value: string; readonly set: SetDraft }): JSX.Element {
  return (
    <label class="field">
      <span>Environment</span>
      <select value={value} onChange={({ currentTarget }) => set({ environment: currentTarget.value })}>
        <option value="">the active one, {activeEnvironment.value}</option>
        {environmentNames.value.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function StartBar({ canStart }: { readonly canStart: boolean }): JSX.Element {
  const isRunning = stressStatus.value.running;
  return (
    <div class="start-bar">
      {stressProblem.value !== '' && <Problem>{stressProblem.value}</Problem>}
      <div class="form-actions">
        <span class="hint">
          {isRunning ? 'A test is running.' : canStart ? '' : 'Some fields are invalid.'}
        </span>
        <span class="spacer" />
        <button type="submit" class="button primary" disabled={isRunning || !canStart}>
          <Icon name="play" /> Start
        </button>
      </div>
    </div>
  );
}
