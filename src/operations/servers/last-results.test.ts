import { describe, expect, it } from 'vitest';
import { toResultColumns, type Verdict } from '../../runner/outcome/result-columns.js';
import { LastResults, runIdOf, summaryOf, type KeptResult, type ResultGroup } from './last-results.js';

interface Given {
  readonly file?: string;
  readonly verdict?: Verdict;
  readonly runId?: number;
  readonly isStored?: boolean;
  readonly endedAtMs?: number;
}

function group(names: readonly string[], given: Given = {}): ResultGroup {
  const { file = 'a.http', verdict = 'passed', runId = 1, isStored = false, endedAtMs = 1000 } = given;
  const entries = names.map((name, index) => ({
    row: index,
    endedAtMs,
    summary: {
      file,
      name,
      line: 10 * (index + 1),
      method: 'GET',
      url: '',
      verdict,
      statusCode: 200,
      duration: 5,
      size: 0,
      assertions: 0,
      failedAssertions: 0,
      error: '',
      errorKind: '',
      skipReason: '',
      environment: 'dev',
      endedAt: '',
      source: 'memory' as const,
      executionId: '',
      index,
      occurrence: 1,
    },
  }));
  return { summaries: toResultColumns(entries), runIds: runId, isStored };
}

/** The whole results are just the names. */
function whole(names: readonly string[]): { readonly json: Uint8Array; readonly places: Uint32Array } {
  const places: number[] = [];
  let text = '';
  for (const name of names) {
    places.push(text.length, text.length + name.length);
    text += name;
  }
  return { json: new TextEncoder().encode(text), places: Uint32Array.from(places) };
}

const nameOf = (result: KeptResult): unknown =>
  (JSON.parse(Buffer.from(summaryOf(result)).toString('utf8')) as { readonly name: unknown }).name;
const names = (kept: LastResults, file = 'a.http'): unknown[] => kept.list(file).map(nameOf);
const textOf = (kept: LastResults, result: KeptResult | undefined): string | undefined => {
  const bytes = result && kept.wholeOf(result);
  return bytes && Buffer.from(bytes).toString('utf8');
};

describe('last results', () => {
  it('replace only those of the same requests, and keep one before the newest', async () => {
    const kept = new LastResults();
    await kept.add(group(['one', 'two']), whole(['one', 'two']));
    for (const runId of [2, 3])
      await kept.add(group(['two'], { runId, verdict: 'failed' }), whole([`two ${runId}`]));
    expect(names(kept)).toEqual(['one', 'two']);
    const [newest, previous] = kept.find('a.http', 'two') ?? [];
    expect([textOf(kept, newest), textOf(kept, previous)]).toEqual(['two 3', 'two 2']);
    expect(newest && runIdOf(newest)).toBe(3);
    expect(kept.totals()).toEqual([
      {
        file: 'a.http',
        passed: 1,
        failed: 1,
        skipped: 0,
        cancelled: 0,
        requests: 2,
        duration: 10,
        endedAt: '1970-01-01T00:00:01.000Z',
      },
    ]);
  });

  it('of the history do not replace newer ones', async () => {
    const kept = new LastResults();
    await kept.add(group(['one'], { runId: 5 }), whole(['one']));
    await kept.add(group(['one'], { runId: 4, isStored: true, endedAtMs: 999 }));
    expect(kept.list('a.http').map(runIdOf)).toEqual([5]);
    await kept.add(group(['one'], { runId: 6, isStored: true, endedAtMs: 1001 }));
    expect(kept.list('a.http').map(runIdOf)).toEqual([6]);
    kept.forgetStored();
    expect(kept.list('a.http').map(runIdOf)).toEqual([5]);
  });

  it('lose their bodies first when memory is short, then the oldest are dropped', async () => {
    const one = group(['one']);
    const summaryBytes = 2 * one.summaries.json.byteLength + 20;
    const kept = new LastResults({ wholeBytes: 7, summaryBytes });
    await kept.add(one, whole(['one!']));
    await kept.add(group(['two'], { file: 'b.http' }), whole(['two!']));
    expect(textOf(kept, kept.list('a.http')[0])).toBeUndefined();
    expect(textOf(kept, kept.list('b.http')[0])).toBe('two!');
    await kept.add(group(['six'], { file: 'c.http' }), whole(['six!']));
    expect([names(kept), names(kept, 'b.http'), names(kept, 'c.http')]).toEqual([[], ['two'], ['six']]);
    expect(kept.totals().map(({ file }) => file)).toEqual(['b.http', 'c.http']);
  });

  it('of a whole run replace those of requests that are gone, and show dependencies of other files', async () => {
    const kept = new LastResults();
    await kept.add(group(['gone', 'row [1]', 'row [2]']), whole(['1', '2', '3']));
    expect(kept.totals()).toMatchObject([{ passed: 3, requests: 2 }]);
    const [own, foreign] = [group(['row [1]']).summaries, group(['login'], { file: 'b.http' }).summaries];
    const summaries = {
      ...own,
      files: [...own.files, ...foreign.files],
      keys: [...own.keys, ...foreign.keys],
    };
    await kept.add({ summaries, runIds: 2, isStored: false, file: 'a.http', isWhole: true });
    expect(kept.list('a.http').map(({ index }) => index)).toEqual([1, 0]);
    await kept.add(group(['login'], { file: 'b.http' }));
    expect(kept.list('a.http').map(({ index }) => index)).toEqual([0]);
  });

  it('of a whole run make older stored ones of other requests outdated, also those that are read later', async () => {
    const kept = new LastResults();
    await kept.add({ ...group(['one'], { endedAtMs: 2000 }), file: 'a.http', isWhole: true });
    await kept.add(group(['login'], { isStored: true, endedAtMs: 1000 }));
    expect(names(kept)).toEqual(['one']);
    await kept.add(group(['added'], { isStored: true, endedAtMs: 3000 }));
    expect(new Set(names(kept))).toEqual(new Set(['added', 'one']));
  });

  it('are forgotten with their file', async () => {
    const kept = new LastResults();
    await kept.add(group(['one']), whole(['one']));
    kept.forgetFile('a.http');
    expect([kept.list('a.http'), kept.totals()]).toEqual([[], []]);
  });
});
