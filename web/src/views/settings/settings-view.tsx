import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Configuration } from '../../../../src/server/api-types.js';
import { FormActions } from '../../components/form-actions.js';
import { Problem } from '../../components/marks.js';
import { CheckField, TextField } from '../../components/text-field.js';
import {
  configuration,
  configurationProblem,
  loadConfiguration,
  saveConfiguration,
} from '../../state/configuration.js';
import { system } from '../../state/connection/session.js';
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
          ? 'There is no config file yet; saving creates service.yaml in the workspace.'
          : 'Stored in service.yaml; comments and layout of the file are preserved.'}
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
        <CheckField
          key={name}
          label={label}
          isChecked={draft.value[name]}
          set={(isChecked) => set(name, isChecked)}
        />
      ))}
      <TextField
        label="Headers of every request"
        hint="One “Name: value” per line."
        placeholder="Accept: application/json"
        rows={4}
        value={draft.value.headers}
        problem={problems.headers ?? ''}
        set={(value) => set('headers', value)}
      />
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
  ['retries', 'Retries', 'Further attempts after a failure, up to 100; 0 or empty for none.'],
  ['concurrency', 'Concurrency', 'Maximum requests in flight when run in parallel, 1 to 1000.'],
  ['proxy', 'Proxy', 'http:// or https:// URL; empty for none.'],
] as const;

const BOXES = [
  ['followRedirects', 'Follow redirects'],
  ['validateSSL', 'Check TLS certificates'],
  ['parallel', 'Run independent requests in parallel'],
] as const;
