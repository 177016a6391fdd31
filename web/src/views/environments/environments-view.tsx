import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { EmptyState, Problem } from '../../components/marks.js';
import {
  activate,
  activeEnvironment,
  environments,
  environmentsProblem,
  loadEnvironments,
  saveEnvironment,
} from '../../state/environments.js';
import { environmentAddress, navigate } from '../../state/route.js';
import { VariableEditor } from './variable-editor.js';

export function EnvironmentsView({ name }: { readonly name: string }): JSX.Element {
  useEffect(() => void loadEnvironments(), []);
  const all = environments.value;
  const shown = all.find((each) => each.name === (name === '' ? activeEnvironment.value : name));
  return (
    <div class="two-columns">
      <aside class="column-list" aria-label="Environments">
        <h1>Environments</h1>
        <ul>
          {all.map((each) => (
            <li key={each.name}>
              <a
                href={environmentAddress(each.name)}
                aria-current={each.name === shown?.name ? 'page' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  navigate(environmentAddress(each.name));
                }}
              >
                <span class="ellipsis">{each.name}</span>
                {each.name === activeEnvironment.value && <span class="badge">active</span>}
              </a>
            </li>
          ))}
        </ul>
        <NewEnvironment taken={all.map((each) => each.name)} />
      </aside>
      <section class="column-main" aria-label="Variables">
        {environmentsProblem.value !== '' && <Problem>{environmentsProblem.value}</Problem>}
        {shown === undefined ? (
          <EmptyState icon="environments" title="No such environment">
            <p>
              An environment gives variables such as baseUrl other values for each place where your API runs.
            </p>
          </EmptyState>
        ) : (
          <>
            <div class="column-head">
              <h2>{shown.name}</h2>
              <span class="spacer" />
              {shown.name !== activeEnvironment.value && (
                <button type="button" class="button" onClick={() => void activate(shown.name)}>
                  Make active
                </button>
              )}
            </div>
            <VariableEditor key={shown.name} environment={shown} />
          </>
        )}
      </section>
    </div>
  );
}

function NewEnvironment({ taken }: { readonly taken: readonly string[] }): JSX.Element {
  const name = useSignal('');
  const problem = nameProblem(name.value.trim(), taken);
  const submit = async (): Promise<void> => {
    const made = name.value.trim();
    if (problem === '' && made !== '' && (await saveEnvironment(made, {}))) {
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

function nameProblem(name: string, taken: readonly string[]): string {
  if (name === 'active') return 'This name is reserved.';
  if (name.includes('/')) return 'A name must not contain a slash.';
  return taken.includes(name) ? 'An environment with this name already exists.' : '';
}
