/** Repeated suites by real workers over a real Redis: each pass is handed out when the one before has ended. */
import { expect, it } from 'vitest';
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
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();

it('reports what a repeated run on one machine reports, pass by pass', async () => {
  const target = await suiteTarget();
  const { url } = target;
  const directory = await temporaryWorkspace({
    'login.http': `### login\nPOST ${url}/login\n\n>>>capture\npath from body.path\n<<<\n`,
    'a.http': dedent`
      ### one
      # @depends ./login.http#login
      # @each [{{login.path}}, /b]
      GET ${url}/one{{each}}

      ### wrong
      GET ${url}/wrong

      >>>
      expect body.id == 8
      <<<
    `,
    'b.http': `### two\nGET ${url}/two\n### three\nGET ${url}/three\n`,
  });
  const repeated = ['--repeat', '3', 'a.http', 'b.http'];
  const local = await runSvc(['run', '--no-history', '-o', 'json', ...repeated], {
    cwd: directory,
    env: { SVC_WORKER_KEY: '' },
  });
  const sent = target.seen.splice(0);
  const queue = { url: redis.url, name: 'repeated' };
  await Promise.all([startSuiteWorker(queue, 'w-1'), startSuiteWorker(queue, 'w-2')]);
  const ended = await startSuite(queue, directory, ['--workers', '2', ...repeated]).ended;
  expect([ended.stderr, ended.code]).toEqual(['', 1]);
  expect(comparable(ended)).toEqual(comparable(local));
  expect(target.seen.toSorted()).toEqual(sent.toSorted());
  // No request of a pass arrives before those of the pass before.
  const passes = [0, 1, 2].map((pass) => target.seen.slice(pass * 6, pass * 6 + 6).toSorted());
  expect(passes).toEqual([passes[0], passes[0], passes[0]]);
  const workers = testsOf(ended).map(({ worker }) => worker);
  expect(workers.filter((worker) => worker === undefined)).toHaveLength(3);
});
