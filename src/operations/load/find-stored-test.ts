import { ServiceError } from '../../errors.js';
import type { HistoryStore } from '../../history/open-history.js';
import type { StressPageRequest, StressRunPage } from '../../history/queries/stress-run.js';
import { historyWorkspace } from '../settings/history-settings.js';
import { loadHistorySettings, type HistorySettingsRequest } from '../settings/run-settings.js';

/**
 * Returns a load test of the history as clients get it. `name` is its number, `last`, `previous`, or a label, which
 * means the newest test of that label in this workspace.
 */
export async function findStoredTest(name: string, request: HistorySettingsRequest): Promise<unknown> {
  const { history, root, warnings } = await loadHistorySettings(request);
  for (const warning of warnings) await request.onWarning?.(warning);
  if (history === undefined) {
    throw new ServiceError('usage', `stress:${name} needs the history, which is switched off`);
  }
  const { openHistory } = await import('../../history/open-history.js');
  const store = openHistory({ ...history, onWarning: () => undefined });
  try {
    const workspace = historyWorkspace(history, root);
    const id = /^[0-9]{1,15}$/.test(name) ? Number(name) : await findId(store, name, workspace);
    // Numbers of the file of this machine are those of all workspaces.
    const within = history.team === undefined ? undefined : workspace;
    const line = id === undefined ? undefined : await store.query('stressDetail', { id, workspace: within });
    if (line === undefined) throw new ServiceError('input', `no load test ${name} in the history`);
    return JSON.parse(Buffer.from(line).toString('utf8'));
  } finally {
    await store.close();
  }
}

async function findId(store: HistoryStore, name: string, workspace: string): Promise<number | undefined> {
  const places: Readonly<Record<string, StressPageRequest>> = { last: {}, previous: { offset: 1 } };
  const place = Object.hasOwn(places, name) ? places[name] : { label: name };
  const line = await store.query('listStress', { ...place, limit: 1, workspace });
  const { runs } = JSON.parse(Buffer.from(line).toString('utf8')) as StressRunPage;
  return runs[0]?.id;
}
