/** README.md as a newcomer follows it: every command, in order, in one new directory. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { argumentsOf, shownCalls, type ShownCall } from './support/program/console-lines.js';
import { startSvc, type LiveSvc } from './support/program/live-svc.js';
import { readPages, type Example } from './support/files/markdown.js';
import { runSvc, type RunOutcome } from './support/program/run-svc.js';
import { temporaryWorkspace, writeFiles } from './support/files/workspace.js';

const page = (await readPages()).find(({ path }) => path === 'README.md');
if (page === undefined) throw new Error('README.md is missing');
const { examples, text } = page;

/** Both go on until Ctrl-C, so they have a terminal of their own. */
const LONG_RUNNING: ReadonlySet<string | undefined> = new Set(['mock', 'serve']);
const TIMEOUT_MS = 120_000;

describe('the commands of README.md', () => {
  it('print what the page shows', { timeout: TIMEOUT_MS }, async () => {
    await expectTour();
  });

  it('do so on other ports when theirs are taken', { timeout: TIMEOUT_MS }, async () => {
    for (const port of [3000, 4000]) await occupy(port);
    await expectTour();
  });

  it('are all calls of svc in the first five minutes', () => {
    const lines = section('## Five minutes')
      .flatMap(shownCalls)
      .map(({ line }) => line);
    expect(lines.filter((line) => !line.startsWith('$ svc '))).toEqual([]);
    const commands = lines.map((line) => argumentsOf(line)[0]);
    expect(commands).toEqual(['init', 'mock', 'run', 'run', 'serve']);
  });
});

async function expectTour(): Promise<void> {
  const tour = new Tour(await temporaryWorkspace(), await temporaryWorkspace());
  const codes = new Map<string, number | null>();
  for (const example of examples) {
    await tour.save(example);
    for (const call of shownCalls(example)) {
      if (call.line.startsWith('$ svc ')) codes.set(call.line, await tour.follow(call, example.place));
    }
  }
  for (const [line, code] of await tour.interrupt()) codes.set(line, code);
  // What the page says about exit codes.
  expect(Object.fromEntries(codes)).toMatchObject({
    '$ svc mock example.http': 0,
    '$ svc run example.http': 0,
    '$ svc run items.http': 1,
    '$ svc serve': 0,
    '$ svc validate broken.http': 2,
  });
}

/** One directory, and the programs that run in it. */
class Tour {
  readonly #cwd: string;
  readonly #env: Record<string, string>;
  readonly #running = new Map<string, LiveSvc>();
  /** Addresses of the page whose port was taken, by those that stand in for them. */
  readonly #shownAddresses = new Map<string, string>();

  constructor(cwd: string, home: string) {
    this.#cwd = cwd;
    this.#env = { HOME: home };
  }

  async save({ notes, text: content }: Example): Promise<void> {
    const name = notes.get('file');
    if (name !== undefined) writeFiles(this.#cwd, { [name]: content });
  }

  /** Holds what is printed against the page; gives the exit code, null while it runs. */
  async follow({ line, output }: ShownCall, place: string): Promise<number | null> {
    const args = argumentsOf(line);
    const where = `${place}: ${line}`;
    if (LONG_RUNNING.has(args[0])) {
      const svc = await this.#start(args, output);
      this.#running.set(line, svc);
      await expect.poll(() => this.#plain(printed(svc)), { message: where }).toBe(withoutTimes(output));
      return null;
    }
    const { code, stdout, stderr } = await runSvc(args, { cwd: this.#cwd, env: this.#env });
    expect(this.#plain(stdout + stderr), where).toBe(withoutTimes(output));
    return code;
  }

  /** Ctrl-C in every terminal; gives the exit codes. */
  async interrupt(): Promise<Map<string, number | null>> {
    const codes = new Map<string, number | null>();
    for (const svc of this.#running.values()) svc.send('SIGINT');
    for (const [line, svc] of this.#running) codes.set(line, (await svc.ended).code);
    return codes;
  }

  /** As the page writes it; only when its port is taken, on a free one. */
  async #start(args: readonly string[], output: string): Promise<LiveSvc> {
    const options = { cwd: this.#cwd, env: this.#env, timeout: TIMEOUT_MS };
    const svc = startSvc(args, options);
    const ended = await endedBeforeListening(svc);
    if (ended === undefined) return svc;
    const shown = addressIn(output);
    const taken = new RegExp(`port ${new URL(shown).port} .*is already in use`);
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringMatching(taken) as string });
    const another = startSvc([...args, '--port', '0'], options);
    expect(await endedBeforeListening(another)).toBeUndefined();
    const address = addressIn(printed(another));
    this.#shownAddresses.set(address, shown);
    if (args[0] === 'mock') {
      const config = await readFile(join(this.#cwd, 'service.yaml'), 'utf8');
      expect(config).toContain(`dev:\n    baseUrl: ${shown}\n`);
      this.#env['SVC_VARIABLE_baseUrl'] = address;
    }
    return another;
  }

  #plain(text: string): string {
    let plain = text;
    for (const [address, shown] of this.#shownAddresses) plain = plain.replaceAll(address, shown);
    return withoutTimes(plain);
  }
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

function addressIn(output: string): string {
  return ADDRESS.exec(output)?.[0] ?? '';
}

function printed(svc: LiveSvc): string {
  return svc.stdout() + svc.stderr();
}

async function endedBeforeListening(svc: LiveSvc): Promise<RunOutcome | undefined> {
  const listening = svc.until(() => ADDRESS.test(printed(svc))).then(() => undefined);
  return listening.catch(() => svc.ended);
}

function withoutTimes(output: string): string {
  return output.replaceAll(/\b\d+ms\b/g, 'Nms');
}

/** Somebody else has the port, already or from now on. */
async function occupy(port: number): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<Server | Error>((resolve) => {
    server.once('error', resolve).listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** The examples below a heading, up to the next one of its level. */
function section(heading: string): Example[] {
  const lines = text.split('\n');
  const start = lines.indexOf(heading) + 1;
  const length = lines.slice(start).findIndex((line) => line.startsWith('## '));
  return examples.filter(({ place }) => {
    const line = Number(place.split(':')[1]);
    return line > start && line < start + length;
  });
}
