/** Repeated suites by real workers over a real Redis: each pass is handed out when the one before has ended. */
import { expect, it, onTestFinished } from 'vitest';
import { newQueue, openTestQueue, type TestQueue } from '../support/queue/worker-process.js';
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
import manifest from '../../package.json' with { type: 'json' };
import { unitPerformer } from '../../src/operations/workers/perform-unit.js';
import { setProgramFolder } from '../../src/primitives/threads/program-file.js';
import { UNIT_ORDER } from '../../src/queue/units/unit-messages.js';
import { takeUnits } from '../../src/queue/units/unit-taker.js';
import { WorkerHost } from '../../src/queue/worker-host.js';
import { builtFolder } from '../support/program/built-folder.js';
import type { LiveSvc } from '../support/program/live-svc.js';

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
  const queue = await newQueue();
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

it('has its workers for all passes, also one that takes long to become free', async () => {
  const target = await suiteTarget();
  const directory = await temporaryWorkspace({ 'a.http': `### one\nGET ${target.url}/one\n` });
  const queue = await newQueue();
  const started: LiveSvc[] = [];
  // Whoever waits for the worker says so, and only then is it free.
  await startSlowWorker(queue, async () => {
    await Promise.race(
      started.flatMap((suite) => [
        suite.ended,
        suite.until(() => suite.stderr() !== '').catch(() => undefined),
      ]),
    );
  });
  const suite = startSuite(queue, directory, ['--repeat', '3']);
  started.push(suite);
  const ended = await suite.ended;
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  expect(target.seen).toEqual(['GET /one', 'GET /one', 'GET /one']);
});

/** A worker in this process that stays busy after each run until something has happened. */
async function startSlowWorker(place: TestQueue, beforeItIsFree: () => Promise<void>): Promise<void> {
  setProgramFolder(builtFolder());
  const queue = await openTestQueue(place);
  const onFault = (error: unknown): never => {
    throw error;
  };
  const perform = unitPerformer({ allowHosts: undefined, environment: {} });
  const { version } = manifest;
  const host = new WorkerHost(queue, {
    traits: { name: 'slow', threads: 1, cores: 1, version, nodeVersion: process.version, labels: [] },
    handlers: {
      [UNIT_ORDER]: async ({ threads }, link, leaving) => {
        const outcome = await takeUnits(link, { most: threads, perform, leaving, onFault });
        await beforeItIsFree();
        return outcome;
      },
    },
    onFault,
  });
  await host.start();
  onTestFinished(() => host.leave());
}
