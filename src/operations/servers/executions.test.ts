import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { ServiceError } from '../../errors.js';
import { createEventBus } from '../../events/bus.js';
import type { Envelope } from '../../events/event.js';
import type { RunResult as Result } from '../../events/run-result.js';
import { FileIndex } from '../../workspace/files/file-index.js';
import { createInlineEngine } from '../engine/inline-engine.js';
import { createExecutions, type ExecutionsInput } from './executions.js';
import type { ExecutionRequest } from '../runs/execution-request.js';

type RunResult = Result & { readonly runId: number };

interface Setup {
  readonly root: string;
  readonly executions: {
    execute(request: ExecutionRequest, signal: AbortSignal): Promise<RunResult>;
    close(): Promise<void>;
  };
  readonly received: Envelope[];
  readonly kept: unknown[];
  readonly logged: string[];
}

async function setUp(
  files: Readonly<Record<string, string>>,
  input: Partial<ExecutionsInput> = {},
): Promise<Setup> {
  const root = await temporaryWorkspace(files);
  const received: Envelope[] = [];
  const kept: unknown[] = [];
  const logged: string[] = [];
  const events = createEventBus({ onFault: (error) => expect.fail(String(error)) });
  events.subscribe((envelope) => void received.push(envelope));
  const log = (_level: string, message: string): void => void logged.push(message);
  const setup = { root, config: undefined, allowShell: false, allowDb: false, process: {} };
  const engine = createInlineEngine({
    setup,
    log,
    cpuTime: () => 0,
    hasListeners: () => events.hasListeners,
  });
  const executions = createExecutions({
    files: new FileIndex(root, log.bind(undefined, 'warn')),
    engine,
    environments: { active: () => 'dev' },
    history: {
      isPersistent: true,
      add: (rows) => Promise.resolve(rows === undefined ? 0 : kept.push(rows)),
    },
    reports: { keep: () => undefined },
    results: { add: () => Promise.resolve() },
    events,
    log,
    ...input,
  });
  onTestFinished(async () => {
    await executions.close();
    await engine.close();
  });
  return {
    root,
    executions: {
      execute: async (request, signal) => resultIn(await executions.execute(request, signal)),
      close: () => executions.close(),
    },
    received,
    kept,
    logged,
  };
}

function resultIn(line: Uint8Array): RunResult {
  return JSON.parse(Buffer.from(line).toString('utf8')) as RunResult;
}

const never = new AbortController().signal;
const kinds = (received: readonly Envelope[]): string[] =>
  received.map(({ type, payload }) =>
    type === 'request_progress' && 'requestName' in payload
      ? `${payload.requestName} ${payload.status}`
      : type,
  );

describe('an execution', () => {
  it('emits its start, each request and its end in order, and returns the payload of its last event', async () => {
    const { url } = await loopback();
    const { executions, received, kept } = await setUp({
      'a.http': `### one\nGET ${url}/1\n### two\n# @skip\nGET ${url}/2\n### three\nGET ${url}/3\n`,
    });
    const result = await executions.execute({ file: 'a.http' }, never);
    expect(kinds(received)).toEqual([
      'execution_start',
      'one started',
      'one completed',
      'three started',
      'three completed',
      'execution_complete',
    ]);
    expect(result).toMatchObject({ file: 'a.http', passed: 2, skipped: 1, environment: 'dev', runId: 1 });
    const ids = new Set(
      received.map(({ payload }) => ('execId' in payload ? payload.execId : 'id' in payload && payload.id)),
    );
    expect([...ids]).toEqual([result.id]);
    const last = received.at(-1)?.payload;
    expect(last && 'result' in last && resultIn(last.result)).toEqual(result);
    expect(kept).toHaveLength(1);
  });

  it('is stored before its last event', async () => {
    const { url } = await loopback();
    const order: string[] = [];
    const { executions, received } = await setUp(
      { 'a.http': `GET ${url}\n` },
      {
        history: {
          isPersistent: true,
          add: () => {
            order.push(kinds(received).join(' '));
            return Promise.resolve(7);
          },
        },
      },
    );
    expect((await executions.execute({ file: 'a.http' }, never)).runId).toBe(7);
    expect(order).toEqual([expect.not.stringContaining('execution_complete')]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a missing file', {}, 'file not found: gone.http'],
    [
      'a config that is not valid',
      { 'gone.http': 'GET http://127.0.0.1:9/\n', 'service.yaml': 'timeout: []\n' },
      'service.yaml',
    ],
  ])('that fails by %s ends with one error event and leaves no trace', async (_what, files, message) => {
    const { executions, received, kept } = await setUp(files);
    await expect(executions.execute({ file: 'gone.http' }, never)).rejects.toThrow(message);
    expect(kinds(received)).toEqual(['execution_start', 'error']);
    const error: unknown = expect.stringContaining(message);
    expect(received[1]?.payload).toMatchObject({ file: 'gone.http', status: 'error', error });
    expect(kept).toEqual([]);
  });

  it('that a refused path prevents has no event at all', async () => {
    const outside = await temporaryWorkspace({ 'x.http': 'GET http://127.0.0.1:9/\n' });
    const { executions, received, root } = await setUp({});
    await symlink(join(outside, 'x.http'), join(root, 'link.http'));
    for (const file of ['../x.http', 'link.http']) {
      await expect(executions.execute({ file }, never)).rejects.toThrow('outside');
    }
    expect(received).toEqual([]);
  });

  it('that ends by a defect refers to the log only', async () => {
    const engine: ExecutionsInput['engine'] = {
      call: (_operation, _input, { onEvent } = {}) => {
        onEvent?.({ path: 'a.http' });
        return Promise.reject(new TypeError('secret detail'));
      },
    };
    const { executions, received, logged } = await setUp({}, { engine });
    await expect(executions.execute({ file: 'a.http' }, never)).rejects.toThrow(TypeError);
    const payload = received.at(-1)?.payload;
    expect(payload && 'error' in payload && payload.error).toMatch(
      /^internal error [a-z0-9]{12}; see the server log$/,
    );
    expect(logged).toHaveLength(1);
  });

  it('of one request runs it after its dependencies, and nothing else', async () => {
    const { url, seen } = await loopback();
    const text = dedent`
      ### a
      GET ${url}/a
      ### b
      GET ${url}/b
      ### c
      # @depends a
      GET ${url}/c
    `;
    const { executions } = await setUp({ 'x.http': text });
    const result = await executions.execute({ file: 'x.http', requestName: 'c' }, never);
    expect(result.results.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(seen).toEqual(['GET /a', 'GET /c']);
    const all = await executions.execute({ file: 'x.http', requestName: '' }, never);
    expect(all.results).toHaveLength(3);
    await expect(executions.execute({ file: 'x.http', requestName: 'C' }, never)).rejects.toThrow(
      'request not found: C in x.http',
    );
  });

  it('uses the environment it names, else the active one', async () => {
    const { url, seen } = await loopback();
    const { executions } = await setUp({
      'a.http': `GET ${url}/{{place}}\n`,
      'service.yaml': 'environments:\n  dev: { place: dev }\n  qa: { place: qa }\n',
    });
    expect((await executions.execute({ file: 'a.http', environment: 'qa' }, never)).environment).toBe('qa');
    expect((await executions.execute({ file: 'a.http' }, never)).environment).toBe('dev');
    expect(seen).toEqual(['GET /qa', 'GET /dev']);
    const { results } = await executions.execute({ file: 'a.http', environment: 'gone' }, never);
    expect(results[0]?.error).toBe('variable "place" has no value (environment "gone" is not defined)');
  });

  it('through a cycle over several files is refused', async () => {
    const { executions, received } = await setUp({
      'a.http': '### x\n# @depends ./b.http#y\nGET http://127.0.0.1:9/\n',
      'b.http': '### y\n# @depends ./a.http#x\nGET http://127.0.0.1:9/\n',
    });
    const message = 'a.http: dependency cycle: a.http#x -> b.http#y -> a.http#x';
    await expect(executions.execute({ file: 'a.http' }, never)).rejects.toThrow(message);
    expect(kinds(received)).toEqual(['execution_start', 'error']);
  });
});

describe('executions', () => {
  it('are cancelled by their signal: nothing more is sent, nothing is kept', async () => {
    const { url, seen } = await loopback(() => undefined);
    const { executions, received, kept } = await setUp({
      'a.http': `### a\nGET ${url}/a\n### b\nGET ${url}/b\n`,
    });
    const stop = new AbortController();
    const running = executions.execute({ file: 'a.http' }, stop.signal);
    await expect.poll(() => seen).toEqual(['GET /a']);
    stop.abort(new ServiceError('cancelled', 'execution cancelled: the client disconnected'));
    await expect(running).rejects.toThrow('execution cancelled: the client disconnected');
    expect(kinds(received)).toEqual(['execution_start', 'a started', 'a completed', 'error']);
    expect([seen, kept]).toEqual([['GET /a'], []]);
    await executions.close();
  });

  it('are at most 64 at a time', async () => {
    const responses: (() => void)[] = [];
    const { url, seen } = await loopback(() => new Promise((resolve) => responses.push(() => resolve(200))));
    const { executions, received } = await setUp({ 'a.http': `GET ${url}\n` });
    const running = Array.from({ length: 64 }, () => executions.execute({ file: 'a.http' }, never));
    await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(64);
    const starts = (): number => received.filter(({ type }) => type === 'execution_start').length;
    await expect(executions.execute({ file: 'a.http' }, never)).rejects.toThrow(
      'too many executions are running',
    );
    expect(starts()).toBe(64);
    for (const respond of responses) respond();
    const results = await Promise.all(running);
    expect(new Set(results.map(({ id }) => id)).size).toBe(64);
    const later = executions.execute({ file: 'a.http' }, never);
    await expect.poll(() => seen.length).toBe(65);
    responses.at(-1)?.();
    expect((await later).passed).toBe(1);
  });

  it('share connections but neither cookies nor captures', async () => {
    const { url, requests } = await loopback(() => ({ json: { id: 1 }, headers: { 'set-cookie': 'a=1' } }));
    const { executions } = await setUp({
      'a.http': dedent`
        ### a
        GET ${url}/
        >>>capture
        id from body.id
        <<<
      `,
      'b.http': `GET ${url}/{{id}}\n`,
    });
    for (let run = 0; run < 3; run++) await executions.execute({ file: 'a.http' }, never);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined]);
    const { results } = await executions.execute({ file: 'b.http' }, never);
    expect(results[0]?.errorKind).toBe('variable');
  });
});
