/** The environments of files of other clients; svc reads these files and never writes them. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Problem } from '../../components/marks.js';
import { activate, activeEnvironment, clientEnvironments } from '../../state/environments.js';
import { loadWorkspace, workspace } from '../../state/workspace.js';

export function ClientEnvironmentList(): JSX.Element | null {
  // The server sends no events about these files.
  useEffect(() => void loadWorkspace(), []);
  const findings = workspace.value?.clientEnvironmentFindings ?? [];
  if (clientEnvironments.value.length + findings.length === 0) return null;
  return (
    <section class="client-environments" aria-label="In files of other clients">
      <h2>In files of other clients</h2>
      <ul>
        {clientEnvironments.value.map(({ name, files }) => (
          <li key={name}>
            <span class="ellipsis">{name}</span>
            {name === activeEnvironment.value ? (
              <span class="badge">active</span>
            ) : (
              <button
                type="button"
                class="button"
                aria-label={`Make ${name} active`}
                onClick={() => void activate(name)}
              >
                Make active
              </button>
            )}
            <small class="hint">{files.join(', ')}</small>
          </li>
        ))}
      </ul>
      {findings.map(({ message }) => (
        <Problem key={message}>{message}</Problem>
      ))}
    </section>
  );
}
