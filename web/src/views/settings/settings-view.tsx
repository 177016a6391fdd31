import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Configuration } from '../../../../src/server/api-types.js';
import { Problem } from '../../components/marks.js';
import {
  configuration,
  configurationProblem,
  loadConfiguration,
  saveConfiguration,
} from '../../state/configuration.js';
import { system } from '../../state/session.js';
import { changesOf, draftOf, problemsOf, type Draft } from './settings-draft.js';
import { Shortcuts } from './shortcuts.js';

export function SettingsView(): JSX.Element {
  useEffect(() => void loadConfiguration(), []);
  const found = configuration.value;
  return (
    <div class="page">
      <h1>Settings</h1>
      {configurationProblem.value !== '' && <Problem>{configurationProblem.value}</Problem>}
      {found !== undefined && <SettingsForm key={JSON.stringify(found)} found={found} />}
      <Shortcuts />
      {system.value !== undefined && (
        <p class="hint">
          svc {system.value.version}, built {system.value.buildTime}, on {system.value.runtimeVersion} for{' '}
          {system.value.os} {system.value.arch}.{' '}
          <a href="/assets/licenses.txt" target="_blank" rel="noreferrer">
            Licences
          </a>
        </p>
      )}
    </div>
  );
}

function SettingsForm({ found }: { readonly found: Configuration }): JSX.Element {
  const draft = useSignal<Draft>(draftOf(found));
  const problems = problemsOf(draft.value, found);
  const changes = changesOf(draft.value, found);
  const isChanged = Object.keys(changes).length > 0;
  const set = (name: keyof Draft) => (value: string | boolean) => {
    draft.value = { ...draft.value, [name]: value };
  };
  const text = (name: keyof Draft, label: string, hint: string): JSX.Element => (
    <TextField
      label={label}
      hint={hint}
      value={String(draft.value[name])}
      problem={problems[name] ?? ''}
      set={set(name)}
    />
  );
  const box = (name: keyof Draft, label: string): JSX.Element => (
    <label class="check">
      <input
        type="checkbox"
        checked={draft.value[name] === true}
        onChange={({ currentTarget }) => set(name)(currentTarget.checked)}
      />
      {label}
    </label>
  );
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault();
        void saveConfiguration(changes);
      }}
    >
      <p class="hint">
        {Object.keys(found).length === 0
          ? 'There is no config file yet; saving makes service.yaml in the workspace.'
          : 'Kept in service.yaml; comments and layout of the file stay.'}
      </p>
      <div class="settings-grid">
        {text('defaultEnvironment', 'Default environment', 'Active when the server starts.')}
        {text('timeout', 'Time limit', 'Milliseconds for one request.')}
        {text('retries', 'Retries', 'Further attempts after a failure, 1 to 100.')}
        {text('concurrency', 'Concurrency', 'Most requests in flight when run in parallel, 1 to 1000.')}
        {text('proxy', 'Proxy', 'http:// or https:// URL; empty for none.')}
      </div>
      {box('followRedirects', 'Follow redirects')}
      {box('validateSSL', 'Check TLS certificates')}
      {box('parallel', 'Run independent requests in parallel')}
      <label class="field">
        <span>Headers of every request</span>
        <textarea
          class="mono"
          rows={4}
          spellcheck={false}
          placeholder="Accept: application/json"
          value={draft.value.headers}
          aria-invalid={problems.headers !== undefined}
          onInput={({ currentTarget }) => set('headers')(currentTarget.value)}
        />
        <small class={problems.headers === undefined ? 'hint' : 'field-problem'}>
          {problems.headers ?? 'One “Name: value” per line.'}
        </small>
      </label>
      <div class="form-actions">
        <button
          type="button"
          class="button"
          disabled={!isChanged}
          onClick={() => (draft.value = draftOf(found))}
        >
          Undo changes
        </button>
        <button
          type="submit"
          class="button primary"
          disabled={!isChanged || Object.keys(problems).length > 0}
        >
          Save
        </button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string;
  readonly set: (value: string) => void;
}

function TextField({ label, hint, value, problem, set }: TextFieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        spellcheck={false}
        aria-invalid={problem !== ''}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <small class={problem === '' ? 'hint' : 'field-problem'}>{problem === '' ? hint : problem}</small>
    </label>
  );
}
