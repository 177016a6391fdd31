/** The examples against a mock server of themselves: it keeps what they send, and there is no other server. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSvc } from '../support/program/live-svc.js';
import { repositoryRoot, runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const examples = join(repositoryRoot, 'examples');
const settings = ['--config', join(examples, 'service.yaml')];

interface Results {
  readonly summary: object;
  readonly tests: readonly { readonly name: string; readonly passed: boolean }[];
}

describe('svc mock --stateful examples', () => {
  it('lets every request of the examples pass, again and again', async () => {
    const cwd = await temporaryWorkspace();
    const mock = startSvc(
      ['mock', '--stateful', '--strict', '--fail-on-unmatched', '--port', '0', examples, ...settings],
      { cwd, timeout: 120_000 },
    );
    await mock.until(() => mock.stderr().includes('/oauth/token'));
    expect(mock.stderr()).not.toContain('Warning');
    const url = /^Mock server on (\S+)/m.exec(mock.stderr())?.[1] ?? '';
    const run = ['run', examples, ...settings, '--variable', `baseUrl=${url}`, '--ci', '-o', 'json'];
    for (const args of [[], ['--parallel', '--concurrency', '10'], []]) {
      const outcome = await runSvc([...run, ...args], { cwd });
      const { summary, tests } = JSON.parse(outcome.stdout) as Results;
      expect(tests.filter(({ passed }) => !passed)).toEqual([]);
      expect(summary).toEqual({ total: 34, passed: 34, failed: 0, skipped: 0 });
      expect(outcome.code).toBe(0);
    }
    mock.send('SIGTERM');
    const { code, stdout } = await mock.ended;
    expect(code).toBe(0);
    // Every run has created a parcel and found its own one.
    for (const id of [1, 2, 3]) expect(stdout).toContain(`GET /parcels/${id} -> 200`);
    expect(stdout).toContain('GET /wire/new-place -> 200');
  });
});
