/** Entry of the thread that owns the connection of a server, so that queries never block its event loop. */
import { workerData } from 'node:worker_threads';
import { sendNotice, serveCalls } from '../primitives/threads/serve-calls.js';
import type { HistoryOperations } from './history-operations.js';
import { RunStore, type RunStoreOptions } from './run-store.js';

const keeper = new RunStore(workerData as RunStoreOptions, sendNotice);

serveCalls<HistoryOperations>({
  add: (args) => keeper.query('add', ...args),
  lastRun: (args) => keeper.query('lastRun', ...args),
  list: (args) => keeper.query('list', ...args),
  detail: (args) => keeper.query('detail', ...args),
  remove: (args) => keeper.query('remove', ...args),
  removeAll: (args) => keeper.query('removeAll', ...args),
  resultsByName: (args) => keeper.query('resultsByName', ...args),
  open: () => keeper.query('open'),
  close: () => keeper.close(),
});
