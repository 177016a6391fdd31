import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { readStressOptions } from '../../stress/plan/stress-options.js';
import { createInlineEngine } from '../engine/inline-engine.js';
import { startLoadTest } from './engine-load-test.js';

it('is stopped even before the engine has loaded what it needs', async () => {
  const root = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
  const setup = { root, config: undefined, allowShell: false, allowDb: false, process: {} };
  const engine = createInlineEngine({
    setup,
    log: () => undefined,
    cpuTime: () => 0,
    hasListeners: () => false,
  });
  const stress = readStressOptions({ duration: 600_000, rate: 1 });
  const stop = new AbortController();
  const test = {
    files: ['a.http'],
    environment: '',
    stress,
    label: '',
    skipUnsupported: false,
    isKept: true,
  };
  const keep = (): never => expect.fail('a test without load is not stored');
  const starting = startLoadTest(engine, test, {
    stop: stop.signal,
    abort: new AbortController().signal,
    keep,
  });
  stop.abort();
  expect(await (await starting).run()).toMatchObject({ stopped: true, totalRequests: 0 });
  await engine.close();
});
