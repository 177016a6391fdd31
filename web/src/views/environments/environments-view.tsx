import './drafts.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Environment } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { EmptyState, Problem } from '../../components/marks.js';
import {
  activate,
  activeEnvironment,
  createEnvironment,
  environments,
  environmentsProblem,
  loadEnvironments,
  shownEnvironments,
  unsavedEnvironments,
} from '../../state/environments.js';
import { CONFIG_POLL_MS, poll } from '../../state/polling.js';
import { environmentAddress, navigate } from '../../state/route.js';
import { DeleteDialog, RenameDialog } from './environment-dialogs.js';
import { environmentNameProblem } from './name-problem.js';
import { ClientEnvironmentList } from './client-environments.js';
import { VariableEditor } from './variable-editor.js';

export function EnvironmentsView({ name }: { readonly name: string }): JSX.Element {
  // The server sends no events about the config file.
  useEffect(() => poll(loadEnvironments, CONFIG_POLL_MS), []);
  const all = shownEnvironments.value;
  const wanted = name === '' ? activeEnvironment.value : name;
  const shown = all.find((each) => each.name === wanted);
  return (
    <div class="two-columns">
      <aside class="column-list" aria-label="Environments">
        <h1>Environments</h1>
        <ul>
          {all.map((each) => (
            <li key={each.name}>
              <EnvironmentLink name={each.name} isShown={each.name === shown?.name} />
            </li>
          ))}
        </ul>
        <NewEnvironment taken={all.map((each) => each.name)} />
        <ClientEnvironmentList />
      </aside>
      <section class="column-main" aria-label="Variables">
        {environmentsProblem.value !== '' && <Problem>{environmentsProblem.value}</Problem>}
        {shown === undefined ? (
          <NoEnvironment name={wanted} />
        ) : (
          <>
            <EnvironmentHead environment={shown} />
            <VariableEditor key={shown.name} environment={shown} />
          </>
        )}
      </section>
    </div>
  );
}

function EnvironmentLink({
  name,
  isShown,
}: {
  readonly name: string;
  readonly isShown: boolean;
}): JSX.Element {
  return (
    <a
      href={environmentAddress(name)}
      aria-current={isShown ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        navigate(environmentAddress(name));
      }}
    >
      <span class="ellipsis">{name}</span>
      <span class="environment-marks">
        {unsavedEnvironments.value.has(name) && (
          <span class="unsaved-dot" role="img" aria-label="not saved" title="Not saved yet" />
        )}
        {name === activeEnvironment.value && <span class="badge">active</span>}
      </span>
    </a>
  );
}

function EnvironmentHead({ environment }: { readonly environment: Environment }): JSX.Element {
  const { name } = environment;
  const asked = useSignal<'' | 'rename' | 'delete'>('');
  const isActive = name === activeEnvironment.value;
  const isStored = environments.value.some((each) => each.name === name);
  const close = (): void => void (asked.value = '');
  return (
    <div class="column-head">
      <h2>{name}</h2>
      <span class="spacer" />
      {isStored ? (
        <div class="environment-actions">
          {!isActive && (
            <button type="button" class="button" onClick={() => void activate(name)}>
              Make active
            </button>
          )}
          <button type="button" class="button" onClick={() => (asked.value = 'rename')}>
            <Icon name="rename" /> Rename
          </button>
          <button
            type="button"
            class="button"
            disabled={isActive}
            title={isActive ? 'Make another environment active first' : undefined}
            onClick={() => (asked.value = 'delete')}
          >
            <Icon name="trash" /> Delete
          </button>
        </div>
      ) : (
        <span class="hint">No longer in service.yaml; saving creates it again.</span>
      )}
      {asked.value === 'rename' && <RenameDialog environment={environment} close={close} />}
      {asked.value === 'delete' && <DeleteDialog environment={environment} close={close} />}
    </div>
  );
}

function NoEnvironment({ name }: { readonly name: string }): JSX.Element {
  const active = activeEnvironment.value;
  const canCreate =
    name !== '' && environmentNameProblem(name, []) === '' && environmentsProblem.value === '';
  return (
    <EmptyState
      icon="environments"
      title={name === '' ? 'No environment yet' : `There is no environment “${name}”`}
    >
      <p>An environment gives variables such as baseUrl other values for each place where your API runs.</p>
      <div class="empty-actions">
        {canCreate && (
          <button type="button" class="button primary" onClick={() => void createEnvironment(name)}>
            <Icon name="plus" /> Create “{name}”
          </button>
        )}
        {active !== '' && active !== name && (
          <button type="button" class="button" onClick={() => navigate(environmentAddress(active))}>
            Show {active}
          </button>
        )}
      </div>
    </EmptyState>
  );
}

function NewEnvironment({ taken }: { readonly taken: readonly string[] }): JSX.Element {
  const name = useSignal('');
  const problem = environmentNameProblem(name.value.trim(), taken);
  const submit = async (): Promise<void> => {
    const made = name.value.trim();
    if (problem === '' && made !== '' && (await createEnvironment(made))) {
      name.value = '';
      navigate(environmentAddress(made));
    }
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label class="field">
        <span class="sr-only">Name of a new environment</span>
        <input
          placeholder="New environment"
          value={name.value}
          aria-invalid={problem !== ''}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        {problem !== '' && <small class="field-problem">{problem}</small>}
      </label>
      <button type="submit" class="icon-button" aria-label="Add environment" disabled={problem !== ''}>
        <Icon name="plus" />
      </button>
    </form>
  );
}
