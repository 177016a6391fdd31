/** Suites by real workers over a real Redis: the report is that of one machine, whoever is lost. */
import { describe, expect, it } from 'vitest';
import {
  comparable,
  startSuite,
  startSuiteWorker,
  suiteTarget,
  testsOf,
} from '../support/queue/suite-run.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { newQueue } from '../support/queue/worker-process.js';
import { sharedRedis } from '../support/servers/redis-server.js';

describe('a suite on workers', () => {
  it('reports what svc run reports, and says who ran what', async () => {
    const target = await suiteTarget();
    const { url } = target;
    const directory = await temporaryWorkspace({
      'lib/auth.http': `### login\nPOST ${url}/login\n\n>>>capture\ntoken from body.id\n<<<\n`,
      'a.http': dedent`
        ### first
        # @depends ./lib/auth.http#login
        GET ${url}/first/{{login.token}}

        >>>
        expect status == 200
        <<<
        >>>capture
        path from body.path
        <<<

        ### second
        # @depends first
        GET ${url}/second{{path}}

        ### wrong
        GET ${url}/wrong

        >>>
        expect body.id == 8
        <<<
      `,
      'b.http': dedent`
        ### row
        # @data rows.csv
        # @depends ./lib/auth.http#login
        GET ${url}/row/{{row.id}}/{{login.token}}

        ### shot
        GET ${url}/shot

        >>>
        expect body.id snapshot
        <<<
      `,
      'c.http': dedent`
        ###
        run ./lib/auth.http

        ### me
        GET ${url}/me/{{token}}
      `,
      'rows.csv': 'id\nr1\nr2\n',
    });
    const files = ['a.http', 'b.http', 'c.http'];
    const env = { SVC_WORKER_KEY: '' };
    const first = await runSvc(['run', '--update-snapshots', '--no-history', 'b.http'], {
      cwd: directory,
      env,
    });
    expect(first.code).toBe(0);
    const local = await runSvc(['run', '--no-history', '-o', 'json', ...files], { cwd: directory, env });
    const before = target.seen.length;
    const queue = await newQueue();
    await Promise.all([startSuiteWorker(queue, 'w-1'), startSuiteWorker(queue, 'w-2')]);
    const ended = await startSuite(queue, directory, ['--workers', '2', ...files]).ended;
    expect(ended.stderr).toBe('Note: 2 of 5 units run here (snapshots, run lines)\n');
    expect(ended.code).toBe(1);
    expect(comparable(ended)).toEqual(comparable(local));
    const arrived = target.seen.slice(before);
    // Once for all that depend on it, and once for the `run` line.
    expect(arrived.filter((line) => line === 'POST /login')).toHaveLength(2);
    expect(new Set(arrived).size).toBe(arrived.length - 1);
    const workers = testsOf(ended).map(({ name, worker = 'here' }) => `${name} ${worker}`);
    expect(workers.filter((line) => line.endsWith(' here')).toSorted()).toEqual([
      'login here',
      'login here',
      'me here',
      'shot here',
    ]);
    const redis = await sharedRedis();
    const left = async (): Promise<readonly string[]> => {
      const keys = (await redis.command('KEYS', `svc:{${queue.name}}:*`)).split('\r\n');
      return keys.filter((key) => /run:|:bull:[a-z0-9]{12}:u/.test(key));
    };
    // What workers still said at the end, they remove themselves.
    await expect.poll(left).toEqual([]);
  });
});
