import type { FindDurations } from '../../runner/units/choose-units.js';
import type { RunSettings } from '../settings/run-settings.js';

/**
 * How long each request of the files took in the newest stored run; undefined for files without one. A history that
 * is switched off or cannot be read knows nothing, which does not fail the run that wants to know.
 */
export async function newestDurations(
  { history, root }: Pick<RunSettings, 'history' | 'root'>,
  files: readonly { readonly shown: string }[],
): Promise<FindDurations> {
  const durations = new Map<string, ReadonlyMap<string, number>>();
  if (history === undefined) return () => undefined;
  const { openHistory } = await import('../../history/open-history.js');
  const store = openHistory({ ...history, onWarning: () => undefined });
  try {
    for (const { shown } of files) {
      const run = await store.query('lastRun', root, shown);
      if (run === undefined) continue;
      const ran = run.results.filter(({ skipped }) => !skipped);
      durations.set(shown, new Map(ran.map(({ requestName, durationMs }) => [requestName, durationMs])));
    }
  } catch {
    return () => undefined;
  } finally {
    await store.close();
  }
  return (file) => durations.get(file);
}
