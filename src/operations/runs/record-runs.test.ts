import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { outcome } from '../../../test/support/runs/build-outcome.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { useHistory } from '../../../test/support/files/history-place.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import type { Run } from '../../runner/run.js';
import { recordRuns, type RunRecorder } from './record-runs.js';

const place = useHistory();

const options = { dryRun: false, environmentName: 'dev', mode: 'cli' } as unknown as Run['options'];

function recorder(
  history: object = { path: place.path, keepRuns: 10 },
  clock = new ManualClock(),
): RunRecorder {
  const settings = { root: '/work', history } as Parameters<typeof recordRuns>[1];
  const made = recordRuns({ options, secrets: new SecretSet(), clock }, settings, (message) =>
    place.warnings.push(message),
  );
  if (made === undefined) throw new Error('nothing is recorded');
  return made;
}

function ended(file: string): FileOutcome {
  const results = [outcome()];
  return { file, startedAt: 1000, duration: 5, passed: 1, failed: 0, skipped: 0, results, broken: [] };
}

function whenRead(file: FileOutcome, onRead: () => void): FileOutcome {
  const { results, ...rest } = file;
  return {
    ...rest,
    get results() {
      onRead();
      return results;
    },
  };
}

function fail(): never {
  throw new Error('there is a defect');
}

async function storedFiles(): Promise<string[]> {
  const { runs } = await place.open().list({});
  return runs.map(({ filePath }) => filePath).sort();
}

const NOT_STORED = 'the run was not stored in the history: there is a defect';

describe('the recorder of runs', () => {
  it('stores the other files of a batch when one of them cannot be stored', async () => {
    const runs = recorder();
    for (const each of [ended('a.http'), whenRead(ended('bad.http'), fail), ended('b.http')]) runs.add(each);
    await runs.close();
    expect(await storedFiles()).toEqual(['a.http', 'b.http']);
    expect(place.warnings).toEqual([NOT_STORED]);
  });

  it('yields to the event loop between the files of a batch', async () => {
    let now = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    onTestFinished(() => spy.mockRestore());
    const others: string[] = [];
    const runs = recorder();
    runs.add(whenRead(ended('a.http'), () => void setImmediate(() => others.push('yielded'))));
    runs.add(whenRead(ended('b.http'), () => others.push('b.http')));
    await runs.close();
    expect(others).toEqual(['yielded', 'b.http']);
  });

  it('warns of a history that fails in the middle of a run, and stores what comes later', async () => {
    const clock = new ManualClock();
    let failures = 1;
    const history = {
      keepRuns: 10,
      get path() {
        failures -= 1;
        if (failures >= 0) fail();
        return place.path;
      },
    };
    const runs = recorder(history, clock);
    runs.add(ended('a.http'));
    await clock.turn(999);
    expect(failures).toBe(1);
    await clock.turn(1);
    await expect.poll(() => place.warnings).toEqual([NOT_STORED]);
    runs.add(ended('b.http'));
    await runs.close();
    expect(await storedFiles()).toEqual(['b.http']);
    expect(place.warnings).toEqual([NOT_STORED]);
  });
});
