/** Brings the stores to life, and keeps them fresh by what the server tells. */
import { listenToEvents } from '../api/events.js';
import type { ServerEvent } from '../../../src/server/api-types.js';
import { documents, hasUnsaved, onFileChange, open, reopenTabs } from './documents.js';
import { loadEnvironments } from './environments.js';
import { onExecutionEvent } from './executions.js';
import { loadRecent, loadRuns } from './history.js';
import { onMockEvent, loadMock } from './mock.js';
import { followAddressBar, route } from './route.js';
import { access, isCutOff, openSession, prepareSession, takeLinkedToken } from './session.js';
import { onStressEvent, loadStress, keepStress } from './stress.js';
import { applyTheme } from './theme.js';
import { loadWorkspace } from './workspace.js';

export async function start(): Promise<void> {
  prepareSession();
  applyTheme();
  followAddressBar();
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved.value) event.preventDefault();
  });
  window.addEventListener('pagehide', keepStress);
  // The link may be opened in a tab that shows the page already.
  window.addEventListener('hashchange', () => {
    if (takeLinkedToken()) void openSession().then((isOpen) => isOpen && begin());
  });
  if (await openSession()) begin();
}

/** Events come the moment the server has them; who waits longer than this for the first is better off without. */
const LONGEST_SILENCE = 2000;

let stopListening = (): void => undefined;

/** Once the API may be used. Listens before it looks: what happens in between would be lost. */
export function begin(): void {
  let hasLooked = false;
  const look = (): void => {
    if (hasLooked) return;
    hasLooked = true;
    clearTimeout(timer);
    loadAll();
  };
  const timer = setTimeout(look, LONGEST_SILENCE);
  stopListening();
  stopListening = listenToEvents({
    connected: () => {
      isCutOff.value = false;
      if (hasLooked) catchUp();
      else look();
    },
    disconnected: () => {
      isCutOff.value = true;
      look();
    },
    received: hear,
  });
}

function loadAll(): void {
  access.value = 'open';
  void loadWorkspace();
  void loadEnvironments();
  void loadStress();
  reopenTabs();
  if (route.value.view === 'workspace' && route.value.file !== '') open(route.value.file);
}

/** Events of the meantime are lost. */
function catchUp(): void {
  void loadWorkspace();
  void loadEnvironments();
  void loadStress();
  for (const { path } of documents.value) void onFileChange(path, 'write');
  if (route.value.view === 'history') void loadRuns();
  if (route.value.view === 'mock') void loadMock();
}

function hear(event: ServerEvent): void {
  switch (event.type) {
    case 'file_changed':
      void loadWorkspace();
      void onFileChange(event.payload.path, event.payload.operation);
      break;
    case 'environment_changed':
      void loadWorkspace();
      void loadEnvironments();
      break;
    case 'execution_complete':
      onExecutionEvent(event);
      if (route.value.view === 'history') {
        void loadRuns();
        void loadRecent();
      }
      break;
    case 'execution_start':
    case 'request_progress':
    case 'error':
      onExecutionEvent(event);
      break;
    case 'stress_update':
      onStressEvent(event.payload);
      break;
    case 'mock_request':
      onMockEvent(event);
      break;
  }
}
