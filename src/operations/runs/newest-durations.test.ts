import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { fileOf, outcome, skipped } from '../../../test/support/runs/build-outcome.js';
import { useHistory } from '../../../test/support/files/history-place.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { Run } from '../../runner/run.js';
import { newestDurations } from './newest-durations.js';
import { recordRuns } from './record-runs.js';

const place = useHistory();
const options = { dryRun: false, environmentName: 'dev', mode: 'cli' } as unknown as Run['options'];

describe('the durations of the newest run', () => {
  it('are those of each file, without what was skipped', async () => {
    const settings = { root: '/work', history: { path: place.path, keepRuns: 10 } } as Parameters<
      typeof recordRuns
    >[1];
    for (const duration of [900, 12]) {
      const runs = recordRuns(
        { options, secrets: new SecretSet(), clock: new ManualClock() },
        settings,
        () => undefined,
      );
      runs?.add(
        fileOf('a.http', [
          outcome({ name: 'login', duration }),
          outcome({ name: 'rows [1]', duration: 3 }),
          skipped('off', 'later'),
        ]),
      );
      await runs?.close();
    }
    const durationsOf = await newestDurations(settings, [{ shown: 'a.http' }, { shown: 'b.http' }]);
    expect([...(durationsOf('a.http') ?? [])]).toEqual([
      ['login', 12],
      ['rows [1]', 3],
    ]);
    expect(durationsOf('b.http')).toBeUndefined();
  });

  it('are not known without a history', async () => {
    const durationsOf = await newestDurations({ root: '/work', history: undefined }, [{ shown: 'a.http' }]);
    expect(durationsOf('a.http')).toBeUndefined();
  });
});
