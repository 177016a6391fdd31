import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { TurnedTime } from '../../../test/support/runs/load-time.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { ServiceError } from '../../errors.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { DEFAULT_RUN_OPTIONS } from '../../runner/plan/options.js';
import { readStressOptions } from '../../stress/plan/stress-options.js';
import { loadFiles } from '../files/load-files.js';
import type { StressTask } from '../../stress/stress-task.js';
import { prepareStress } from './prepare-stress.js';
import {
  StressControl,
  type PrepareTest,
  type StressListener,
  type StressUpdatePayload,
} from './stress-control.js';

const IDLE = {
  running: false,
  elapsed: 0,
  stats: null,
  phase: '',
  errorGroups: [],
  interval: null,
  errorKinds: {},
  test: null,
};

async function orderFor(text: string, duration: number, time = new TurnedTime()): Promise<StressTask> {
  const root = await temporaryWorkspace({ 'a.http': text });
  const { files } = await loadFiles([join(root, 'a.http')], root, async () => root);
  return {
    files,
    stress: readStressOptions({ duration, rate: 20 }),
    settings: { options: DEFAULT_RUN_OPTIONS, root },
    shownFrom: root,
    process: {},
    cpuTime: () => 0,
    secrets: new SecretSet(),
    clock: time.clock,
    startThread: time.startThread,
  };
}

function testFor(text: string, duration: number, time?: TurnedTime): PrepareTest {
  return async (stop, abort) => prepareStress(await orderFor(text, duration, time), stop, abort);
}

/** Stands still, so that no teardown is aborted for taking too long. */
const standing = (): Pick<TurnedTime, 'clock'> => ({ clock: new ManualClock() });

interface Observed {
  readonly control: StressControl;
  readonly news: StressUpdatePayload[];
  readonly ended: Promise<StressUpdatePayload>;
}

function observe(
  onNews: (payload: StressUpdatePayload, control: StressControl) => void = () => undefined,
  time?: Pick<TurnedTime, 'clock'>,
): Observed {
  const payload: StressUpdatePayload[] = [];
  let end: (last: StressUpdatePayload) => void = () => undefined;
  const ended = new Promise<StressUpdatePayload>((resolve) => {
    end = resolve;
  });
  const listener: StressListener = {
    onUpdate: (each) => {
      payload.push(each);
      onNews(each, control);
      if (each.completed) end(each);
    },
    onFailure: (error) => {
      throw error;
    },
  };
  const control = new StressControl(listener, time?.clock);
  return { control, news: payload, ended };
}

describe('StressControl', () => {
  it('goes from idle to running and back, and emits an update every half second', async () => {
    const { url } = await loopback();
    const time = new TurnedTime();
    const {
      control,
      news: payload,
      ended,
    } = observe((each, self) => {
      if (!each.completed) return;
      // The state that the last update reports is already visible.
      expect(self.status()).toEqual({ ...IDLE, hasResult: true });
      expect(self.result().totalRequests).toBe(each.stats.total);
    }, time);
    expect(control.status()).toEqual({ ...IDLE, hasResult: false });
    expect(() => control.result()).toThrow('no stress test result is available');
    expect(control.stop()).toEqual({ status: 'already_stopped' });
    expect(await control.start(testFor(`GET ${url}/\n`, 1200, time))).toEqual({ status: 'started' });
    expect(control.status()).toMatchObject({ running: true, phase: 'setup', elapsed: 0 });
    const last = await ended;
    expect(last).toMatchObject({ running: false, completed: true });
    expect(last.stats).toMatchObject({ total: 24, success: 24, errors: 0, errorRate: 0 });
    expect(payload.slice(0, -1).every(({ running, completed }) => running && !completed)).toBe(true);
    expect(payload.map(({ elapsed }) => elapsed)).toEqual([0.5, 1, 1.2]);
    expect(control.stop()).toEqual({ status: 'already_stopped' });
  });

  it('refuses a second test until the first has ended, also while it stops', async () => {
    const { url } = await loopback();
    const { control, ended } = observe();
    await control.start(testFor(`GET ${url}/\n`, 60_000));
    const conflict = expect.objectContaining({
      kind: 'conflict',
      message: 'a stress test is already running',
    });
    await expect(control.start(testFor(`GET ${url}/\n`, 100))).rejects.toEqual(conflict);
    expect(control.stop()).toEqual({ status: 'stopping' });
    expect(control.stop()).toEqual({ status: 'stopping' });
    await expect(control.start(testFor(`GET ${url}/\n`, 100))).rejects.toEqual(conflict);
    await ended;
    expect(control.result().stopped).toBe(true);
    const second = observe();
    await second.control.start(testFor(`GET ${url}/\n`, 100));
    await second.ended;
  });

  it('is idle again after a refused start, and keeps the earlier result', async () => {
    const { url } = await loopback();
    const { control, ended } = observe();
    await control.start(testFor(`GET ${url}/\n`, 100));
    await ended;
    const before = control.result();
    const refusal = new ServiceError('not-found', 'stress profile not found: x');
    await expect(control.start(() => Promise.reject(refusal))).rejects.toBe(refusal);
    await expect(
      control.start(
        testFor(
          dedent`
            ### a
            # @skip
            GET http://h/
          `,
          100,
        ),
      ),
    ).rejects.toThrow('no request to run');
    expect(control.status().running).toBe(false);
    expect(control.result()).toBe(before);
  });

  it('waits for the teardown when it is closed', async () => {
    const { url, seen } = await loopback();
    const { control } = observe(undefined, standing());
    await control.start(
      testFor(
        dedent`
          ### a
          GET ${url}/a
          ### t
          # @stress.teardown
          GET ${url}/t
        `,
        60_000,
      ),
    );
    await control.close();
    expect(seen.at(-1)).toBe('GET /t');
    expect(control.status().running).toBe(false);
  });

  it('stops what is still being prepared when it is closed, and starts nothing afterwards', async () => {
    const { url, seen } = await loopback();
    const { control, news: payload } = observe(undefined, standing());
    const order = await orderFor(`### a\nGET ${url}/a\n### t\n# @stress.teardown\nGET ${url}/t\n`, 60_000);
    let go: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (go = resolve));
    const prepare: PrepareTest = (stop, abort) => ready.then(() => prepareStress(order, stop, abort));
    const starting = control.start(prepare);
    const closing = control.close();
    go();
    expect(await starting).toEqual({ status: 'started' });
    await closing;
    expect(control.status().running).toBe(false);
    expect(control.result()).toMatchObject({ stopped: true, totalRequests: 0 });
    expect(payload.at(-1)).toMatchObject({ completed: true });
    expect(seen).toEqual(['GET /t']);
    const late = expect.objectContaining({ kind: 'unavailable', message: 'the server is shutting down' });
    await expect(control.start(prepare)).rejects.toEqual(late);
  });
});
