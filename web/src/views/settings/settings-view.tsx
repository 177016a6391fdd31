import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Configuration } from '../../../../src/server/api-types.js';
import { FormActions } from '../../components/form-actions.js';
import { Problem } from '../../components/marks.js';
import { TextField } from '../../components/text-field.js';
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
  const set: SetField = (name, value) => {
    draft.value = { ...draft.value, [name]: value };
  };
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
        {TEXTS.map(([name, label, hint]) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            value={draft.value[name]}
            problem={problems[name] ?? ''}
            set={(value) => set(name, value)}
          />
        ))}
      </div>
      {BOXES.map(([name, label]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={draft.value[name]}
            onChange={({ currentTarget }) => set(name, currentTarget.checked)}
          />
          {label}
        </label>
      ))}
      <HeadersField text={draft.value.headers} problem={problems.headers} set={set} />
      <FormActions
        isChanged={isChanged}
        canSave={Object.keys(problems).length === 0}
        undo={() => (draft.value = draftOf(found))}
      />
    </form>
  );
}

type SetField = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;

const TEXTS = [
  ['defaultEnvironment', 'Default environment', 'Active when the server starts.'],
  ['timeout', 'Time limit', 'Milliseconds for one request.'],
  ['retries', 'Retries', 'Further attempts after a failure, 1 to 100.'],
  ['concurrency', 'Concurrency', 'Most requests in flight when run in parallel, 1 to 1000.'],
  ['proxy', 'Proxy', 'http:// or https:// URL; empty for none.'],
] as const;

const BOXES = [
  ['followRedirects', 'Follow redirects'],
  ['validateSSL', 'Check TLS certificates'],
  ['parallel', 'Run independent requests in parallel'],
] as const;

interface HeadersFieldProps {
  readonly text: string;
  readonly problem: string | undefined;
  readonly set: SetField;
}

function HeadersField({ text, problem, set }: HeadersFieldProps): JSX.Element {
  return (
    <label class="field">
      <span>Headers of every request</span>
      <textarea
        class="mono"
        rows={4}
        spellcheck={false}
        placeholder="Accept: application/json"
        value={text}
        aria-invalid={problem !== undefined}
        onInput={({ currentTarget }) => set('headers', currentTarget.value)}
      />
      <small class={problem === undefined ? 'hint' : 'field-problem'}>
        {problem ?? 'One “Name: value” per line.'}
      </small>
    </label>
  );
}
