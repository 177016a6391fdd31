import type { JSX } from 'preact';
import { FileChoice } from '../../components/file-choice.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import { portProblem } from '../../components/port-problem.js';
import { CheckField, TextField } from '../../components/text-field.js';
import { choosableFiles, chosenPaths } from '../../state/chosen-files.js';
import { environmentNames } from '../../state/environments.js';
import { beginMock, mockBusy, mockDraft, mockProblem, type MockDraft } from '../../state/mock.js';

export function MockForm(): JSX.Element {
  const draft = mockDraft.value;
  const set = (changes: Partial<MockDraft>): void => {
    mockDraft.value = { ...draft, ...changes };
  };
  const count = chosenPaths(draft).length;
  const isRight = [portProblem(draft.port), delayProblem(draft.delay), seedProblem(draft.seed)].every(
    (problem) => problem === '',
  );
  const canStart = count > 0 && isRight;
  return (
    <div class="page">
      <header class="tool-intro">
        <h1>Mock server</h1>
        <p class="hint">
          Responds like the API that your request files describe: each request becomes a route, and its
          assertions or its <code>{'>>>mock'}</code> block define the response. Develop against it before the
          real API exists.
        </p>
      </header>
      {mockProblem.value !== '' && <Problem>{mockProblem.value}</Problem>}
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault();
          if (canStart) void beginMock();
        }}
      >
        <FileChoice files={choosableFiles.value} isAll={draft.isAll} paths={draft.paths} change={set} />
        <MockOptions draft={draft} set={set} />
        <div class="form-actions">
          {count === 0 && <span class="hint">Choose at least one file.</span>}
          <button type="submit" class="button primary" disabled={!canStart || mockBusy.value !== 'no'}>
            <Icon name="play" /> {mockBusy.value === 'starting' ? 'Starting…' : 'Start mock server'}
          </button>
        </div>
      </form>
    </div>
  );
}

interface MockOptionsProps {
  readonly draft: MockDraft;
  readonly set: (changes: Partial<MockDraft>) => void;
}

function MockOptions({ draft, set }: MockOptionsProps): JSX.Element {
  return (
    <>
      <div class="settings-grid">
        <TextField
          label="Port"
          hint="0 selects any free port."
          value={draft.port}
          problem={portProblem(draft.port)}
          set={(port) => set({ port })}
        />
        <TextField
          label="Delay"
          hint="Before each response, such as 250ms or 1.5s; empty for none."
          value={draft.delay}
          problem={delayProblem(draft.delay)}
          set={(delay) => set({ delay })}
        />
        <TextField
          label="Seed"
          hint="Repeats what is drawn at random; empty for any."
          value={draft.seed}
          problem={seedProblem(draft.seed)}
          set={(seed) => set({ seed })}
        />
        <label class="field">
          <span>Environment</span>
          <select
            value={draft.environment}
            onChange={({ currentTarget }) => set({ environment: currentTarget.value })}
          >
            <option value="">The active one</option>
            {environmentNames.value.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <small class="hint">Its variables are used in the paths.</small>
        </label>
      </div>
      <MockSwitches draft={draft} set={set} />
    </>
  );
}

/** The switches in their order. */
const SWITCHES = [
  ['cors', 'Let pages of other origins read the responses (CORS)'],
  ['strict', 'Refuse to start when a response does not pass its own assertions (strict)'],
  ['stateful', 'Keep what POST requests create, for GET, PUT, PATCH and DELETE of its path (stateful)'],
  ['strictMatch', 'Respond only to requests that carry what those of the files do'],
  ['template', 'Fill values of the request into all mock blocks (templates)'],
] as const;

function MockSwitches({ draft, set }: MockOptionsProps): JSX.Element {
  return (
    <>
      {SWITCHES.map(([name, label]) => (
        <CheckField
          key={name}
          label={label}
          isChecked={draft[name]}
          set={(isChecked) => set({ [name]: isChecked })}
        />
      ))}
    </>
  );
}

/** Checks only the form of the duration; the server checks its limit. */
function delayProblem(text: string): string {
  const isDelay = /^(?:0|(?:\d+(?:\.\d+)?(?:ms|s|m|h))+)?$/.test(text.trim());
  return isDelay ? '' : 'A number with its unit: ms, s, m or h.';
}

function seedProblem(text: string): string {
  return /^(?:-?\d{1,15})?$/.test(text.trim()) ? '' : 'A whole number of at most 15 digits.';
}
