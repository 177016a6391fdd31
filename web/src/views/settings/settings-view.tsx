import '../environments/drafts.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Configuration } from '../../../../src/server/api-types.js';
import { FormActions } from '../../components/form-actions.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import { CheckField, TextField } from '../../components/text-field.js';
import {
  configuration,
  configurationProblem,
  discardSettings,
  editSettings,
  hasUnsavedSettings,
  keepSettings,
  loadConfiguration,
  saveSettings,
  settingConflicts,
  settingsDraft,
  takeSettings,
} from '../../state/configuration.js';
import { system } from '../../state/connection/session.js';
import { CONFIG_POLL_MS, poll } from '../../state/polling.js';
import { problemsOf, type Draft } from '../../state/drafts/settings-draft.js';
import { Shortcuts } from './shortcuts.js';

export function SettingsView(): JSX.Element {
  // The server sends no events about the config file.
  useEffect(() => poll(loadConfiguration, CONFIG_POLL_MS), []);
  const found = configuration.value;
  return (
    <div class="page">
      <h1>Settings</h1>
      {configurationProblem.value !== '' && <Problem>{configurationProblem.value}</Problem>}
      {found !== undefined && <SettingsForm found={found} />}
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
  const draft = settingsDraft.value;
  const problems = problemsOf(draft, found);
  const hasConflicts = settingConflicts.value.length > 0;
  const set: SetField = (name, value) => editSettings({ ...settingsDraft.peek(), [name]: value });
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault();
        void saveSettings();
      }}
    >
      <p class="hint">
        {Object.keys(found).length === 0
          ? 'There is no config file yet; saving creates service.yaml in the workspace.'
          : 'Stored in service.yaml; comments and layout of the file are preserved.'}
      </p>
      {hasConflicts && <SettingConflicts />}
      <div class="settings-grid">
        {TEXTS.map(([name, label, hint]) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            value={draft[name]}
            problem={problems[name] ?? ''}
            set={(value) => set(name, value)}
          />
        ))}
      </div>
      {BOXES.map(([name, label]) => (
        <CheckField
          key={name}
          label={label}
          isChecked={draft[name]}
          set={(isChecked) => set(name, isChecked)}
        />
      ))}
      <TextField
        label={HEADERS_LABEL}
        hint="One “Name: value” per line."
        placeholder="Accept: application/json"
        rows={4}
        value={draft.headers}
        problem={problems.headers ?? ''}
        set={(value) => set('headers', value)}
      />
      <FormActions
        isChanged={hasUnsavedSettings.value}
        canSave={Object.keys(problems).length === 0 && !hasConflicts}
        undo={discardSettings}
      />
    </form>
  );
}

function SettingConflicts(): JSX.Element {
  return (
    <div class="changed-elsewhere" role="alert">
      <p>
        <Icon name="warning" /> service.yaml was changed while you were editing.
      </p>
      <dl>
        {settingConflicts.value.map(({ name, theirs }) => (
          <div key={name}>
            <dt>{LABELS.get(name) ?? name}</dt>
            <dd>
              now <code>{theirs === '' ? 'empty' : theirs}</code> in the file
            </dd>
          </div>
        ))}
      </dl>
      <div class="changed-actions">
        <button type="button" class="button" onClick={takeSettings}>
          Take theirs
        </button>
        <button type="button" class="button" onClick={keepSettings}>
          Keep mine
        </button>
      </div>
    </div>
  );
}

type SetField = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;

const HEADERS_LABEL = 'Headers of every request';

const TEXTS = [
  ['defaultEnvironment', 'Default environment', 'Active when the server starts.'],
  ['timeout', 'Time limit', 'Milliseconds for one request.'],
  ['retries', 'Retries', 'Further attempts after a failure: 0 for none, at most 100.'],
  ['concurrency', 'Concurrency', 'Maximum requests in flight when run in parallel, 1 to 1000.'],
  ['proxy', 'Proxy', 'http:// or https:// URL; empty for none.'],
] as const;

const BOXES = [
  ['followRedirects', 'Follow redirects'],
  ['validateSSL', 'Check TLS certificates'],
  ['parallel', 'Run independent requests in parallel'],
] as const;

const LABELS: ReadonlyMap<string, string> = new Map([
  ...TEXTS.map(([name, label]) => [name, label] as const),
  ...BOXES.map(([name, label]) => [name, label] as const),
  ['headers', HEADERS_LABEL],
]);
