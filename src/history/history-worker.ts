/** Entry of the thread that owns the connection of a server, so that queries never block its event loop. */
import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../primitives/threads/serve-calls.js';
import type { HistoryOperations } from './queries/history-connection.js';
import { LazyTeamStore } from './lazy-team-store.js';
import { RunStore, type RunStoreOptions } from './run-store.js';
import type { TeamStoreOptions } from './team/team-store.js';

const settings = workerData as RunStoreOptions | TeamStoreOptions;
const store =
  'team' in settings ? new LazyTeamStore(settings, sendNotice) : new RunStore(settings, sendNotice);

serveCalls<HistoryOperations>({
  add: (args) => store.query('add', ...args),
  lastRun: (args) => store.query('lastRun', ...args),
  list: (args) => store.query('list', ...args),
  detail: (args) => store.query('detail', ...args),
  remove: (args) => store.query('remove', ...args),
  removeAll: (args) => store.query('removeAll', ...args),
  resultsByName: (args) => store.query('resultsByName', ...args),
  durations: (args) => store.query('durations', ...args),
  newResults: (args) => store.query('newResults', ...args),
  storedResult: (args) => store.query('storedResult', ...args),
  addStress: (args) => store.query('addStress', ...args),
  listStress: (args) => store.query('listStress', ...args),
  stressDetail: (args) => store.query('stressDetail', ...args),
  removeStress: (args) => store.query('removeStress', ...args),
  removeAllStress: (args) => store.query('removeAllStress', ...args),
  open: () => store.query('open'),
  facts: (args) => store.query('facts', ...args),
  waiting: () => store.query('waiting'),
  close: () => store.close(),
});
