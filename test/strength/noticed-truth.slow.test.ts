import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../src/library.js';
import { MutantCheck } from '../../src/strength/check/mutant-check.js';
import type { ReplayedRequest } from '../../src/strength/check/replayed-request.js';
import type { Mutant } from '../../src/strength/model/mutant.js';
import type { StoredExchange } from '../../src/strength/model/stored-exchange.js';
import { changeResponse } from '../../src/strength/mutate/change-response.js';
import { mutantsOf } from '../../src/strength/mutate/mutants-of.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { replayText } from '../support/runs/replay-text.js';
import { FILES, RESPONSES, TESTS } from './depot-tests.js';
import { failureOf } from './planted-runs.js';

interface Case {
  readonly name: string;
  readonly exchange: StoredExchange;
  readonly mutant: Mutant;
  readonly isNoticed: boolean;
}

describe('a change of a response', () => {
  it('fails a real run exactly when it counts as noticed', { timeout: 120_000 }, async () => {
    const api = await startApi();
    const root = await temporaryWorkspace({ 'a.http': TESTS, ...FILES });
    const failures = async (): Promise<readonly string[]> => {
      const { files } = await run(['a.http'], { cwd: root, variables: { baseUrl: api.url }, ci: true });
      const results = files.flatMap((file) => file.results);
      return results.map(failureOf).filter((failure) => failure !== '');
    };
    expect(await failures()).toEqual([]);
    const cases = await findCases(api.url);
    expect(cases.length).toBeGreaterThan(150);
    expect(cases.filter(({ isNoticed }) => isNoticed).length).toBeGreaterThan(60);
    expect(cases.filter(({ isNoticed }) => !isNoticed).length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const { name, exchange, mutant, isNoticed } of cases) {
      api.serve(name, changeResponse(exchange, mutant.change));
      if ((await failures()).length > 0 !== isNoticed)
        wrong.push(`${name}: ${mutant.words}, noticed: ${isNoticed}`);
      api.serve(name, undefined);
    }
    expect(wrong).toEqual([]);
  });
});

async function findCases(url: string): Promise<readonly Case[]> {
  const responses = Object.fromEntries(
    Object.entries(RESPONSES).map(([name, { path, ...response }]) => [
      name,
      { ...response, url: url + path },
    ]),
  );
  const setup = { responses, files: FILES, options: { operatorVariables: { baseUrl: url } } };
  const measured = await replayText(TESTS, setup);
  const cases: Case[] = [];
  for (const { name, replayed } of measured)
    for (const each of replayed) cases.push(...(await casesOf(name, each)));
  return cases;
}

async function casesOf(name: string, replayed: ReplayedRequest): Promise<readonly Case[]> {
  expect(replayed.problems).toEqual([]);
  const { exchange } = replayed;
  const check = new MutantCheck(replayed);
  const cases: Case[] = [];
  for (const mutant of mutantsOf(exchange, { seed: 1, maxMutants: 1000 })) {
    const isNoticed = (await check.noticeOf(mutant)) !== undefined;
    cases.push({ name, exchange, mutant, isNoticed });
  }
  return cases;
}

type Served = ReturnType<typeof changeResponse>;

interface Api {
  readonly url: string;
  /** Undefined stands for the response as it should be. */
  serve(name: string, response: Served | undefined): void;
}

async function startApi(): Promise<Api> {
  const changed = new Map<string, Served>();
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const found = Object.entries(RESPONSES).find(
      ([, { method, path }]) => method === request.method && path === request.url,
    );
    const isKnown = request.url === '/sessions' || request.headers.authorization === 'Bearer t-0815';
    if (found === undefined || !isKnown) {
      response.writeHead(isKnown ? 404 : 401, { 'Content-Type': 'application/json' }).end('{}');
      return;
    }
    const [name, stored] = found;
    const { status, headers, body } = changed.get(name) ?? stored;
    response.writeHead(status, Object.fromEntries(headers)).end(body);
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => respond(request, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (name, response) => {
      if (response === undefined) changed.delete(name);
      else changed.set(name, response);
    },
  };
}
