import type { DurationsRequest } from '../../history/queries/persisted-run.js';
import { historyWorkspace } from '../settings/history-settings.js';
import { loadHistorySettings, type HistorySettingsRequest } from '../settings/run-settings.js';

export type FindDurations = (request: Omit<DurationsRequest, 'workspace'>) => Promise<readonly number[]>;

export interface StoredDurations {
  /** Throws HistoryUnavailable when the store cannot be used. */
  readonly find: FindDurations;
  readonly close: () => Promise<void>;
}

/** The durations of stored runs of the workspace; undefined when the history is switched off. */
export async function openStoredDurations(
  request: HistorySettingsRequest,
): Promise<StoredDurations | undefined> {
  const { history, root, warnings } = await loadHistorySettings(request);
  for (const warning of warnings) await request.onWarning?.(warning);
  if (history === undefined) return undefined;
  const { openHistory } = await import('../../history/open-history.js');
  const store = openHistory({ ...history, onWarning: () => undefined });
  return {
    find: (wanted) => store.query('durations', { ...wanted, workspace: historyWorkspace(history, root) }),
    close: () => store.close(),
  };
}
