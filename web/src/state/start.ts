/** Starts the stores and updates them with the events of the server. */
import { listenToEvents } from '../api/events.js';
import type { ServerEvent } from '../../../src/server/api-types.js';
import { documents, hasUnsaved, onFileChange, open, reopenTabs } from './documents.js';
import { loadEnvironments } from './environments.js';
import { onExecutionEvent } from './executions.js';
import { loadRecent, loadRuns } from './history.js';
import { onMockEvent, loadMock } from './mock.js';
import { loadMockRequests } from './traffic/mock-requests.js';
import { followAddressBar, route } from './route.js';
import { access, isDisconnected, openSession, prepareSession, takeLinkedToken } from './session.js';
import { onStressEvent, loadStress, storeProgress } from './stress.js';
import { applyTheme } from './theme.js';
import { loadWorkspace } from './workspace.js';

export async function start(): Promise<void> {
  prepareSession();
  applyTheme();
  followAddressBar();
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved.value) event.preventDefault();
  });
  window.addEventListener('pagehide', storeProgress);
  // The link with a token may be opened in a tab that already shows the page.
  window.addEventListener('hashchange', () => {
    if (takeLinkedToken()) void openSession().then((isOpen) => isOpen && openWorkspace());
  });
  if (await openSession()) openWorkspace();
}

/** How long the page waits for the event connection before it loads without it. */
const MAX_SILENCE_MS = 2000;

let stopListening = (): void => undefined;

/** Called once the API can be used. Connects to the events before loading, so that no change is missed in between. */
export function openWorkspace(): void {
  let hasLoaded = false;
  const loadOnce = (): void => {
    if (hasLoaded) return;
    hasLoaded = true;
    clearTimeout(timer);
    loadAll();
  };
  const timer = setTimeout(loadOnce, MAX_SILENCE_MS);
  stopListening();
  stopListening = listenToEvents({
    onConnected: () => {
      isDisconnected.value = false;
      if (hasLoaded) catchUp();
      else loadOnce();
    },
    onDisconnected: () => {
      isDisconnected.value = true;
      loadOnce();
    },
    onEvent: onEvent,
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

/** Loads everything again after an interruption, because its events are lost. */
function catchUp(): void {
  void loadWorkspace();
  void loadEnvironments();
  void loadStress();
  for (const { path } of documents.value) void onFileChange(path, 'write');
  if (route.value.view === 'history') void loadRuns();
  if (route.value.view === 'mock') {
    void loadMock();
    void loadMockRequests();
  }
}

function onEvent(event: ServerEvent): void {
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
