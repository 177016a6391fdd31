import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from '../components/marks.js';
import { accessProblem, enterToken, openSession } from '../state/connection/session.js';
import { openWorkspace } from '../state/start.js';

export function TokenEntry(): JSX.Element {
  const [token, setToken] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    if (await enterToken(token)) openWorkspace();
    setBusy(false);
  };
  return (
    <main class="gate">
      <form
        class="gate-box"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>This server requires a token</h1>
        <p>
          It was started with <code>--api-token</code> or <code>SVC_API_TOKEN</code>; after{' '}
          <code>--token auto</code>, open the link that it printed. The token is stored in this tab only.
        </p>
        {accessProblem.value !== '' && <Problem>{accessProblem.value}</Problem>}
        <label class="field">
          <span>API token</span>
          <input
            type="password"
            autoComplete="off"
            required
            autoFocus
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        </label>
        <button type="submit" class="button primary" disabled={isBusy}>
          Open the workspace
        </button>
      </form>
    </main>
  );
}

export function Unreachable(): JSX.Element {
  return (
    <main class="gate">
      <div class="gate-box">
        <h1>The server does not respond</h1>
        <p>{accessProblem.value}</p>
        <p class="hint">This page tries again by itself.</p>
        <button
          type="button"
          class="button primary"
          onClick={() => void openSession().then((isOpen) => isOpen && openWorkspace())}
        >
          Try again
        </button>
      </div>
    </main>
  );
}
