import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { version } from '../../../src/version.js';
import type { Example, Page } from '../files/markdown.js';
import { temporaryWorkspace, writeFiles } from '../files/workspace.js';
import { sendRequest } from '../servers/running-server.js';
import { curlResponse, curlVersion } from '../clients/real-curl.js';
import { defaultPort } from './default-port.js';
import { shownCalls, type ShownCall } from './console-lines.js';
import { runInProcess, startInProcess, type InProcessSvc } from './in-process-svc.js';
import { runSvc, type RunOutcome } from './run-svc.js';
import { readCurlWords, readShellLine, type ShellLine } from './shell-line.js';
import { ShownAddresses } from './shown-addresses.js';

/** These go on until Ctrl-C, so a reader gives each a terminal of its own. */
const SERVERS: ReadonlySet<string> = new Set(['mock', 'serve', 'record']);
const ADDRESS = /http:\/\/(127\.0\.0\.1:\d+)/;
/** Long load tests are made short: of a repeated flag the last value counts. */
const SHORT_LOAD = ['--duration', '300ms', '--ramp-up', '0s', '--think-time', '20ms', '--seed', '3'];
/** Stages say themselves how long they are. */
const SHORT_STAGES = ['--think-time', '20ms', '--seed', '3'];
const SHORT_SEARCH = ['--duration', '1s', '--rate', '100', '--find-to', '100', '--find-budget', '2s'];
const TIMEOUT_MS = 60_000;

function shortLoad(words: readonly string[]): readonly string[] {
  if (words.includes('--find')) return SHORT_SEARCH;
  return words.includes('--stages') ? SHORT_STAGES : SHORT_LOAD;
}

/**
 * Follows a page as a reader would: saves its files, types its commands in their order, starting in an empty
 * directory, and compares what is printed with what the page shows. Comments above a block say what a reader knows:
 *
 * - `file: name`: the block is saved under that name
 * - `exits: 1, 0`: exit codes of its commands, 0 when there is no such comment; `0 or 1` allows both
 * - `ctrl-c: mock`: the reader has ended that command before; `ctrl-c: mock 127.0.0.1:3005` where several run
 * - `written: name`: the block shows a file that a command has written
 * - `shows: a, b`: of a JSON response only these members are shown
 * - `numbers vary`: numbers and the width of columns are not compared
 * - `unfollowed: reason`: the block needs more than an empty directory
 */
export class PageFollower {
  readonly #page: Page;
  readonly #cwd: string;
  readonly #home: string;
  readonly #addresses = new ShownAddresses();
  readonly #running = new Map<string, InProcessSvc>();

  private constructor(page: Page, cwd: string, home: string) {
    this.#page = page;
    this.#cwd = cwd;
    this.#home = home;
  }

  static async start(page: Page): Promise<PageFollower> {
    const follower = new PageFollower(page, await temporaryWorkspace(), await temporaryWorkspace());
    onTestFinished(() => follower.#endAll());
    return follower;
  }

  /** Gives the number of commands that were typed. */
  async follow(example: Example): Promise<number> {
    const { notes, text } = example;
    if (notes.has('unfollowed')) return 0;
    const ended = notes.get('ctrl-c');
    if (ended !== undefined) await this.#pressCtrlC(ended, example);
    const saved = notes.get('file');
    if (saved !== undefined) writeFiles(this.#cwd, { [saved]: this.#addresses.localize(text) });
    const written = notes.get('written');
    if (written !== undefined) {
      const content = await readFile(join(this.#cwd, written), 'utf8');
      expect(this.#asShown(content), example.place).toBe(text);
    }
    const calls = shownCalls(example);
    const codes = notes.get('exits')?.split(', ') ?? [];
    expect(codes.length, `${example.place}: exit codes without a command`).toBeLessThanOrEqual(calls.length);
    for (const [at, call] of calls.entries()) await this.#type(call, example, codes[at]);
    return calls.length;
  }

  async #type(call: ShownCall, example: Example, code: string | undefined): Promise<void> {
    const where = `${example.place}: ${call.line}`;
    await this.#addresses.localizeFiles(this.#cwd);
    const line = readShellLine(this.#addresses.localize(call.line));
    const [first = '', second = ''] = line.words;
    if (line.program === 'curl') return this.#sendByCurl(line, call.output, example, where);
    if (line.program === 'chmod') return chmod(join(this.#cwd, second), 0o755);
    expect(line.program, `${where}: cannot be typed by a test`).toBe('svc');
    if (SERVERS.has(first) && code === undefined) return this.#startServer(line.words, call.output, where);
    const { code: actual, stdout, stderr } = await this.#run(line);
    const printed = line.stdoutFile === undefined ? stdout + stderr : stderr;
    expect((code ?? '0').split(' or ').map(Number), `${where}\n${stdout}${stderr}`).toContain(actual);
    if (line.stdoutFile !== undefined) await writeFile(join(this.#cwd, line.stdoutFile), stdout);
    if (call.output === '') return;
    const plain = example.notes.has('numbers') ? withoutNumbers : withoutTimes;
    expect(plain(this.#asShown(printed)).trimEnd(), where).toBe(plain(call.output).trimEnd());
  }

  async #run({ words, input, stdinFile }: ShellLine): Promise<RunOutcome> {
    const piped =
      stdinFile === undefined ? (input ?? '') : await readFile(join(this.#cwd, stdinFile), 'utf8');
    const options = { cwd: this.#cwd, env: { HOME: this.#home }, timeout: TIMEOUT_MS, input: piped };
    if (words[0] === 'stress') {
      const outcome = await runInProcess([...withFreePort(words), ...shortLoad(words)], options);
      expect(outcome.stdout).not.toMatch(/ [1-9]\d* errors?\b/);
      return outcome;
    }
    // It reads its input as a stream, which only a process has.
    return words[0] === 'mcp' ? runSvc(words, options) : runInProcess(words, options);
  }

  async #startServer(words: readonly string[], output: string, where: string): Promise<void> {
    const [name = ''] = words;
    const options = { cwd: this.#cwd, env: { HOME: this.#home }, timeout: TIMEOUT_MS };
    const port = portOf(words) ?? (await defaultPort(name));
    const svc = startInProcess(withFreePort(words), options);
    const printed = (): string => svc.stdout() + svc.stderr();
    await svc.until(() => ADDRESS.test(printed()));
    const [, actual = ''] = ADDRESS.exec(printed()) ?? [];
    const shown = `127.0.0.1:${port}`;
    expect([...this.#running.keys()], `${where}: Ctrl-C was not mentioned`).not.toContain(`${name} ${shown}`);
    this.#running.set(`${name} ${shown}`, svc);
    this.#addresses.add(shown, actual);
    if (output === '') return;
    const seen = (): string => withoutTimes(this.#asShown(printed()));
    await expect.poll(seen, { message: where }).toBe(output);
  }

  async #sendByCurl(line: ShellLine, output: string, { notes }: Example, where: string): Promise<void> {
    // A server that another one starts gets a free port.
    const words = line.words.map((word) => word.replace(/"port": \d+/, '"port": 0'));
    const { body } = readCurlWords(line.words);
    const { status, text } = await (curlVersion === undefined ? sendAsCurl(words) : curlResponse(words));
    if (output === '') {
      expect(status, `${where}\n${text}`).toBeLessThan(400);
      return;
    }
    const shown = notes.get('shows')?.split(', ');
    const received = this.#asShown(this.#withShownPort(text, body)).trimEnd();
    // What the page shows is compared whole, so that no member of it is left out by mistake.
    expect(comparable(received, shown), where).toEqual(comparable(output.trimEnd()));
  }

  /** A server that another one starts gets a free port too. */
  #withShownPort(response: string, body = ''): string {
    const [, shown] = /"port": (\d+)/.exec(body) ?? [];
    const [, actual] = /"port":(\d+)/.exec(response) ?? [];
    if (shown === undefined || actual === undefined) return response;
    this.#addresses.add(`127.0.0.1:${shown}`, `127.0.0.1:${actual}`);
    return response.replace(`"port":${actual}`, `"port":${shown}`);
  }

  async #pressCtrlC(name: string, { place }: Example): Promise<void> {
    expect(textBefore(this.#page, place), `${place}: the reader has to know`).toContain('Ctrl-C');
    const found = [...this.#running].filter(([key]) => `${key} `.startsWith(`${name} `));
    expect(found, `${place}: one ${name} runs`).toHaveLength(1);
    for (const [key, svc] of found) {
      this.#running.delete(key);
      svc.send('SIGINT');
      expect((await svc.ended).code, `${place}: ${name} ended by Ctrl-C`).toBe(0);
    }
  }

  /** The sources do not know the version that a built program has. */
  #asShown(text: string): string {
    return this.#addresses.restore(text).replaceAll(version, manifest.version);
  }

  async #endAll(): Promise<void> {
    for (const svc of this.#running.values()) await svc.close();
  }
}

const PORT_FLAGS: ReadonlySet<string | undefined> = new Set(['--port', '-p', '--metrics-port']);

function portOf(words: readonly string[]): string | undefined {
  return words.find((_, i) => PORT_FLAGS.has(words[i - 1]));
}

function withFreePort(words: readonly string[]): string[] {
  const replaced = words.map((word, i) => (PORT_FLAGS.has(words[i - 1]) ? '0' : word));
  const isServer = SERVERS.has(words[0] ?? '');
  return isServer && portOf(words) === undefined ? [...replaced, '--port', '0'] : replaced;
}

/** The prose between a block and the one above it. */
function textBefore({ text }: Page, place: string): string {
  const fence = Number(place.split(':')[1]) - 2;
  const above = text.split('\n').slice(0, fence);
  return above.slice(above.lastIndexOf('```') + 1).join('\n');
}

function withoutTimes(output: string): string {
  return output.replaceAll(/\b(?:\d+m )?\d+(?:\.\d+)?m?s\b/g, 'Nms');
}

/**
 * Columns are as wide as the numbers in them, and a short test is shown with another unit. Whether a measurement can be
 * trusted depends on the machine.
 */
function withoutNumbers(output: string): string {
  const measured = output.replace(/^(Validity +)[^]*/m, '$1');
  return measured.replaceAll(/\d+(?:\.\d+)?(?:m?s\b)?/g, 'N').replaceAll(/ +/g, ' ');
}

/** JSON without the values that differ from machine to machine; of a long object only the members that are shown. */
function comparable(text: string, shown?: readonly string[]): unknown {
  if (!text.startsWith('{')) return text;
  const json = JSON.parse(text) as Record<string, unknown>;
  const members = Object.entries(json).filter(([key]) => shown?.includes(key) ?? true);
  const same = members.map(([key, value]) => [
    key,
    key === 'root' || key === 'uptime' ? typeof value : value,
  ]);
  return Object.fromEntries(same);
}

/** What curl sends, on a machine without it. */
async function sendAsCurl(words: readonly string[]): ReturnType<typeof curlResponse> {
  const { url, method, headers, body } = readCurlWords(words);
  const options = { headers, ...(body !== undefined && { body }) };
  return sendRequest(url.origin, method, url.pathname + url.search, options);
}
