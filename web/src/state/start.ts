/** Starts the stores and updates them with the events of the server. */
import { listenToEvents } from '../api/events.js';
import type { ServerEvent } from '../../../src/server/api-types.js';
import { checkBuild } from './connection/build-version.js';
import { loadConfiguration } from './configuration.js';
import { documents, onFileChange, open, reopenTabs } from './documents.js';
import { keepDrafts } from './editing/drafts.js';
import { loadEnvironments } from './environments.js';
import { loadRecent, loadRuns, showRun } from './history.js';
import { followPlaces, forgetAddressOf } from './navigation/last-places.js';
import { forgetForeignRuns, onExecutionEvent } from './runs/executions.js';
import { loadLastResults } from './runs/last-results.js';
import { onMockEvent, loadMock } from './mock.js';
import { followTitle } from './navigation/page-title.js';
import { loadRequests } from './navigation/requests.js';
import { followAddressBar, route, type Route } from './route.js';
import {
  access,
  isDisconnected,
  openSession,
  prepareSession,
  takeLinkedToken,
} from './connection/session.js';
import { loadProfiles } from './stress/stress-profiles.js';
import { onStressEvent, loadStress, storeProgress } from './stress/stress.js';
import { applyTheme } from './theme.js';
import { followShownFile } from './navigation/tree.js';
import { isAnythingUnsaved } from './unsaved.js';
import { loadWorkspace } from './workspace.js';

export async function start(): Promise<void> {
  prepareSession();
  applyTheme();
  followAddressBar();
  window.addEventListener('beforeunload', (event) => {
    if (isAnythingUnsaved.value) event.preventDefault();
  });
  keepDrafts();
  window.addEventListener('pagehide', storeProgress);
  // The link with a token may be opened in a tab that already shows the page.
  window.addEventListener('hashchange', () => {
    if (takeLinkedToken()) void openSession().then((isOpen) => isOpen && openWorkspace());
  });
  followPlaces();
  followTitle();
  await openOrTryAgain();
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;

/** A server that is not there yet, or not there any more, is asked again without a click. */
async function openOrTryAgain(waitMs = FIRST_WAIT_MS): Promise<void> {
  if (await openSession()) openWorkspace();
  else if (access.value === 'unreachable') {
    setTimeout(() => {
      if (access.value === 'unreachable') void openOrTryAgain(Math.min(waitMs * 2, MAX_WAIT_MS));
    }, waitMs);
  }
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
  followShownFile();
  void loadWorkspace();
  void loadEnvironments();
  void loadStress();
  loadLastResults();
  // The command line may have run something meanwhile.
  window.addEventListener('focus', loadLastResults);
  reopenTabs();
  if (route.value.view === 'workspace' && route.value.file !== '') open(route.value.file);
}

/** Loads everything again after an interruption, because its events are lost. */
function catchUp(): void {
  void loadWorkspace();
  void loadEnvironments();
  void loadStress();
  void checkBuild();
  void loadRequests();
  forgetForeignRuns();
  loadLastResults();
  for (const { path } of documents.value) void onFileChange(path, 'write');
  readViewAgain(route.peek());
}

/** Recordings and contracts are polled, so they recover by themselves. */
function readViewAgain(shown: Route): void {
  switch (shown.view) {
    case 'history':
      void loadRuns();
      void loadRecent();
      void showRun(shown.run, shown.against);
      break;
    case 'mock':
      // The view loads the requests of a mock server that runs.
      void loadMock();
      break;
    case 'stress':
      void loadProfiles();
      break;
    case 'settings':
      void loadConfiguration();
      break;
    default:
  }
}

function onEvent(event: ServerEvent): void {
  switch (event.type) {
    case 'file_changed':
      void loadWorkspace();
      void loadRequests();
      if (event.payload.operation === 'remove') forgetAddressOf(event.payload.path);
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
