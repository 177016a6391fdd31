import type { JSX } from 'preact';
import { FileChoice } from '../../components/file-choice.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import { portProblem } from '../../components/port-problem.js';
import { CheckField, TextField } from '../../components/text-field.js';
import { choosableFiles, chosenPaths } from '../../state/chosen-files.js';
import { environmentNames } from '../../state/environments.js';
import {
  beginMock,
  describedPaths,
  mockBusy,
  mockDraft,
  mockProblem,
  type MockDraft,
} from '../../state/mock.js';
import { areSourcesRight, refusedField, SourceFields } from './source-fields.js';

export function MockForm(): JSX.Element {
  const draft = mockDraft.value;
  const set = (changes: Partial<MockDraft>): void => {
    // What the server has refused is about to be something else.
    if (refused !== undefined && refused in changes) mockProblem.value = '';
    mockDraft.value = { ...draft, ...changes };
  };
  const refused = refusedField(mockProblem.value, draft);
  const count = chosenPaths(draft).length + describedPaths(draft.descriptions).length;
  const hasRoutes = count > 0 || draft.proxy.trim() !== '';
  const isRight = [portProblem(draft.port), delayProblem(draft.delay), seedProblem(draft.seed)].every(
    (problem) => problem === '',
  );
  const canStart = hasRoutes && isRight && areSourcesRight(draft);
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
      {mockProblem.value !== '' && refused === undefined && <Problem>{mockProblem.value}</Problem>}
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault();
          if (canStart) void start(event.currentTarget);
        }}
      >
        <FileChoice files={choosableFiles.value} isAll={draft.isAll} paths={draft.paths} change={set} />
        <SourceFields draft={draft} set={set} />
        <MockOptions draft={draft} set={set} />
        <div class="form-actions">
          {!hasRoutes && (
            <span class="hint">
              Choose at least one file. A description, or a server to pass requests on to, will do too.
            </span>
          )}
          <button type="submit" class="button primary" disabled={!canStart || mockBusy.value !== 'no'}>
            <Icon name="play" /> {mockBusy.value === 'starting' ? 'Starting…' : 'Start mock server'}
          </button>
        </div>
      </form>
    </div>
  );
}

/** The field that the server has refused gets the focus, so that its problem is noticed. */
async function start(form: HTMLFormElement): Promise<void> {
  await beginMock();
  const field = refusedField(mockProblem.value, mockDraft.value);
  const found = field === undefined ? null : form.elements.namedItem(field);
  if (found instanceof HTMLElement) found.focus();
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
