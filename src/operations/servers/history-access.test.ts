import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outcome as requestOutcome } from '../../../test/support/runs/build-outcome.js';
import { lineValue } from '../../../test/support/files/history-place.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { toRecentResults } from '../runs/recent-history.js';
import { toRunRowJson } from '../../history/to-run-rows.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { Config } from '../../workspace/config/config.js';
import { createHistoryAccess, type HistoryAccess, type HistoryInput } from './history-access.js';

interface Setup {
  readonly history: HistoryAccess;
  readonly root: string;
  readonly warnings: string[];
}

async function setUp(
  overrides: Partial<HistoryInput['options']['history']> = {},
  config: Config = {},
): Promise<Setup> {
  const root = await temporaryWorkspace();
  const warnings: string[] = [];
  const history = await createHistoryAccess({
    options: {
      root,
      history: { enabled: undefined, path: undefined, ...overrides },
      process: { HOME: root },
      log: (_level, message) => void warnings.push(message),
    },
    config: { config, directory: root },
  });
  onTestFinished(() => history.close());
  return { history, root, warnings };
}

type Ended = Parameters<HistoryAccess['add']>;

function ended(root: string, name = 'readOrder', file = 'orders.http'): Ended {
  const counts = { passed: 1, failed: 0, skipped: 0 };
  const results = [requestOutcome({ name, shownName: name, file })];
  const outcome = { file, startedAt: 1000, duration: 5, ...counts, results, broken: [] };
  return [toRunRowJson(outcome, root, 'qa', new SecretSet(), 'server'), toRecentResults(outcome, 1000)];
}

describe('history access', () => {
  it('keeps an execution in both histories', async () => {
    const { history, root } = await setUp();
    const id = await history.add(...ended(root));
    expect(history.recent()).toMatchObject([{ requestName: 'readOrder', file: 'orders.http' }]);
    expect(lineValue(await history.run(String(id)))).toMatchObject({
      id,
      environment: 'qa',
      workspace: root,
      passed: 1,
    });
    expect(lineValue(await history.runs({}))).toMatchObject({ total: 1, limit: 20, offset: 0 });
    expect(existsSync(join(root, '.svc', 'history.db'))).toBe(true);
    history.clearRecent();
    expect(history.recent()).toEqual([]);
    expect(lineValue(await history.runs({}))).toMatchObject({ total: 1 });
  });

  it('removes one run or all, and refuses a missing one', async () => {
    const { history, root } = await setUp();
    const id = String(await history.add(...ended(root)));
    await history.add(...ended(root));
    await history.removeRun(id);
    await expect(history.removeRun(id)).rejects.toThrow(`run not found: ${id}`);
    await expect(history.run(id)).rejects.toThrow(`run not found: ${id}`);
    await history.removeRuns({ workspace: 'current' });
    expect(lineValue(await history.runs({}))).toMatchObject({ total: 0 });
    // Ids are never reused.
    expect(await history.add(...ended(root))).toBe(3);
  });

  it.each(['', 'x', '1x', '-1', '1.5', '0x1', '1234567890123456', '1e3', ' 1'])(
    'has no run %j',
    async (id) => {
      const { history } = await setUp({ enabled: false });
      await expect(history.run(id)).rejects.toThrow(`run id must be a number: ${id}`);
      await expect(history.removeRun(id)).rejects.toThrow(`run id must be a number: ${id}`);
    },
  );

  it('finds results by name and path, however the path is written', async () => {
    const { history, root } = await setUp();
    await history.add(...ended(root, 'a', 'shop/orders.http'));
    await history.add(...ended(root, 'b', 'shop/orders.http'));
    for (const filePath of ['shop/orders.http', './shop//x/../orders.http', join(root, 'shop/orders.http')]) {
      const page = await history.results({ requestName: 'a', filePath });
      expect(lineValue(page)).toMatchObject({ total: 1, results: [{ requestName: 'a' }] });
    }
    await expect(history.results({ requestName: 'a', filePath: '../x' })).rejects.toThrow(
      'path is outside the workspace: ../x',
    );
  });

  it('takes any offset', async () => {
    const { history, root } = await setUp();
    await history.add(...ended(root));
    expect(lineValue(await history.runs({ offset: 1e300, limit: 1e300 }))).toMatchObject({ runs: [] });
  });

  it.each<[string, Partial<HistoryInput['options']['history']>, Config]>([
    ['a flag', { enabled: false }, {}],
    ['the config', {}, { history: { enabled: false } }],
  ])('is switched off by %s', async (_what, overrides, config) => {
    const { history, root } = await setUp(overrides, config);
    const message = 'persistent history is not available: switched off by the operator';
    expect(history.isPersistent).toBe(false);
    await expect(history.runs({})).rejects.toThrow(message);
    await expect(history.removeRuns({})).rejects.toThrow(message);
    await expect(history.run('1')).rejects.toThrow(message);
    await expect(history.results({ requestName: 'a', filePath: 'a.http' })).rejects.toThrow(message);
    expect(await history.add(...ended(root))).toBe(0);
    expect(history.recent()).toHaveLength(1);
    expect(await history.state()).toBe('off');
  });

  it('takes the path of the flag before that of the config', async () => {
    const config = { history: { path: 'config.db' } };
    const first = await setUp({}, config);
    await first.history.open();
    expect(existsSync(join(first.root, 'config.db'))).toBe(true);
    const elsewhere = join(await temporaryWorkspace(), 'flag.db');
    const second = await setUp({ path: elsewhere }, config);
    await second.history.open();
    expect([existsSync(elsewhere), existsSync(join(second.root, 'config.db'))]).toEqual([true, false]);
    expect(await second.history.state()).toBe('ok');
  });

  it('works without a store that cannot be opened, and warns once', async () => {
    const elsewhere = await temporaryWorkspace({ file: '' });
    const { history, root, warnings } = await setUp({ path: join(elsewhere, 'file', 'history.db') });
    await history.open();
    expect(await history.add(...ended(root))).toBe(0);
    await expect(history.runs({})).rejects.toThrow(/^persistent history is not available: /);
    expect(await history.state()).toBe('unavailable');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain(elsewhere);
  });
});
