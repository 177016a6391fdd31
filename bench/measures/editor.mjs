// What does the language server cost in a large workspace? Processor time, since it indexes in a thread; the limits are
// the command that lists the same files, and one parse of the text that is typed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { connectToServer } from '../lsp-client.mjs';
import { median, takeTurns } from '../medians.mjs';
import { alone, ratioOf } from '../measure.mjs';
import { mainOf, runNode } from '../processes.mjs';
import { fullRequests } from '../texts/request-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../lsp-client.mjs').Client} Client */

const FILES = 10_000;
const REQUESTS = 10;
const TYPED_REQUESTS = 1000;
const KEYSTROKES = 40;

/** @type {readonly Measure[]} */
export const measures = [
  {
    name: 'indexing 10,000 files of 10 requests, of svc list --json',
    group: 'editor',
    better: 'lower',
    bar: 2.5,
    run: async (context) => {
      const { indexing, listing } = await indexCosts(context);
      return ratioOf(median(indexing.map(({ milliseconds }) => milliseconds)), median(listing), 'ms');
    },
  },
  {
    name: 'memory of the language server with them indexed',
    group: 'editor',
    better: 'lower',
    bar: 400,
    compared: 'bar',
    run: async (context) => {
      const { indexing } = await indexCosts(context);
      return alone(median(indexing.map(({ megabytes }) => megabytes)), 'MB');
    },
  },
  {
    name: 'a hover while they are indexed, of the time until they are',
    group: 'editor',
    better: 'lower',
    bar: 1,
    run: async (context) => {
      const { indexing } = await indexCosts(context);
      const hover = median(indexing.map(({ hoverMilliseconds }) => hoverMilliseconds));
      return ratioOf(hover, median(indexing.map(({ indexedMilliseconds }) => indexedMilliseconds)), 'ms');
    },
  },
  {
    name: 'a keystroke in a file of 1,000 requests, of one parse',
    group: 'editor',
    better: 'lower',
    bar: 1.5,
    run: async (context) => {
      const { own, limit } = await takeTurns(context.rounds, {
        limit: () => parseTime(context),
        own: () => keystrokeTime(context),
      });
      return ratioOf(median(own), median(limit), 'ms');
    },
  },
];

/** @param {Context} context */
function indexCosts(context) {
  return context.once('editor', async () => {
    const root = join(context.directory, 'editor');
    writeWorkspace(root);
    return takeTurns(context.rounds, {
      listing: async () => {
        const command = ['--', mainOf(context), 'list', '--json', root];
        return (await runNode(command, { cwd: context.directory })).cpuMilliseconds;
      },
      indexing: () => index(context, root),
    });
  });
}

/** @param {string} root */
function writeWorkspace(root) {
  for (let i = 0; i < FILES; i += 1) {
    const folder = join(root, `group-${i % 100}`);
    if (i < 100) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${i}.http`), fullRequests(REQUESTS, REQUESTS * i));
  }
}

/**
 * From the start of the process until the last file of the walk is found by a name; meanwhile the name of a variable is
 * pointed at.
 * @param {Context} context
 * @param {string} root
 */
async function index(context, root) {
  const client = await openFolder(context, root);
  const start = performance.now();
  await hover(client, join(root, 'group-0', '0.http'));
  const hoverMilliseconds = performance.now() - start;
  const query = `create${FILES * REQUESTS - 1}`;
  while (JSON.stringify(await client.ask('workspace/symbol', { query })) === '[]') await sleep(500);
  const figures = {
    milliseconds: (await client.figure('time')) / 1000,
    megabytes: await client.figure('resident'),
    hoverMilliseconds,
    indexedMilliseconds: performance.now() - start,
  };
  await client.close();
  return figures;
}

/**
 * @param {Client} client
 * @param {string} path
 */
async function hover(client, path) {
  const uri = pathToFileURL(path).href;
  const text = fullRequests(REQUESTS);
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 0, text } });
  const line = text.split('\n').findIndex((each) => each.startsWith('POST {{baseUrl}}'));
  const position = { line, character: 'POST {{'.length };
  const shown = await client.ask('textDocument/hover', { textDocument: { uri }, position });
  if (shown === null) throw new Error('the server shows nothing for a variable');
}

/**
 * @param {Context} context
 * @param {string} root
 * @returns {Promise<Client>}
 */
async function openFolder(context, root) {
  const client = connectToServer(context, root);
  const folder = { uri: pathToFileURL(root).href, name: 'bench' };
  const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  await client.ask('initialize', {
    processId: null,
    rootUri: null,
    capabilities,
    workspaceFolders: [folder],
  });
  client.notify('initialized', {});
  return client;
}

/** The last request uses what the others capture, so that there are no findings to send. */
function typedText() {
  return `${fullRequests(TYPED_REQUESTS)}### Last\nGET {{baseUrl}}/orders/{{id}}\n`;
}

/**
 * The processor time of the server for one change, when it is warm.
 * @param {Context} context
 */
async function keystrokeTime(context) {
  const root = join(context.directory, 'typed');
  const path = join(root, 'typed.http');
  const text = typedText();
  mkdirSync(root, { recursive: true });
  writeFileSync(path, text);
  const client = await openFolder(context, root);
  const uri = pathToFileURL(path).href;
  const findings = (/** @type {number} */ version) =>
    client.next('textDocument/publishDiagnostics', (each) => each.uri === uri && each.version === version);
  const opened = findings(0);
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 0, text } });
  await opened;
  let before = 0;
  for (let version = 1; version <= 2 * KEYSTROKES; version += 1) {
    const shown = findings(version);
    const range = { start: { line: 0, character: 11 }, end: { line: 0, character: 11 } };
    const textDocument = { uri, version };
    client.notify('textDocument/didChange', { textDocument, contentChanges: [{ range, text: 'x' }] });
    await shown;
    if (version === KEYSTROKES) before = await client.figure('time');
  }
  const spent = ((await client.figure('time')) - before) / 1000 / KEYSTROKES;
  await client.close();
  return spent;
}

/** The same for the parser alone, which gets a changed text each time too. @param {Context} context */
async function parseTime({ dist }) {
  /** @type {{ parseRequestFile: (text: string, path: string) => Promise<unknown> }} */
  const { parseRequestFile } = await import(pathToFileURL(join(dist, 'index.mjs')).href);
  let text = typedText();
  const parseChanged = async () => {
    text = `${text.slice(0, 11)}x${text.slice(11)}`;
    await parseRequestFile(text, 'typed.http');
  };
  for (let round = 0; round < KEYSTROKES; round += 1) await parseChanged();
  const { user, system } = process.cpuUsage();
  for (let round = 0; round < KEYSTROKES; round += 1) await parseChanged();
  const spent = process.cpuUsage({ user, system });
  return (spent.user + spent.system) / 1000 / KEYSTROKES;
}
