// Checks the basic functions of an installation with a few commands, because each is slow in an emulated Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../run.mjs';

/**
 * @typedef {object} Installation
 * @property {string} node
 * @property {string} tree with dist/
 * @property {string} workspace a folder that the checks make
 * @property {NodeJS.ProcessEnv} env
 * @property {string} arch
 * @property {string} version of Node
 */
/** @typedef {{ url: string, stop: () => Promise<void> }} Listening */

const START_TIMEOUT_MS = 300_000;

const REQUESTS = `### Read a lamp
# @name readLamp
GET {{baseUrl}}/lamps/7

>>>
expect status == 200
expect body.name == lamp
<<<
`;

/**
 * @param {Installation} installation
 * @returns {readonly (readonly [string, () => Promise<void>])[]} each check with its title
 */
export function smokeChecks(installation) {
  const { workspace } = installation;
  const history = join(workspace, 'history', 'runs.db');
  return [
    [
      'svc --version',
      async () => {
        expect(/^svc \d+\.\d+\.\d+\n$/, await svc(installation, ['--version']));
      },
    ],
    [
      'svc validate',
      async () => {
        expect(/^OK {4}/m, await svc(installation, ['validate', '--strict', 'examples']));
      },
    ],
    [
      'svc run against svc mock, with history',
      async () => {
        await mkdir(workspace);
        await writeFile(join(workspace, 'lamps.http'), REQUESTS);
        await runAgainstMock(installation, workspace, history);
      },
    ],
    [
      'svc serve: page, its script, API, a run and history',
      async () => {
        await askServer(installation, workspace, history);
      },
    ],
  ];
}

/**
 * @param {Installation} installation
 * @param {string} workspace
 * @param {string} history
 */
async function runAgainstMock(installation, workspace, history) {
  const mock = await listen(installation, ['mock', '--port', '0', workspace]);
  try {
    const flags = ['--variable', `baseUrl=${mock.url}`, '--history-db', history];
    const output = await svc(installation, ['run', workspace, ...flags]);
    expect(/1 passed, 1 total/, output);
    // If the driver cannot be loaded, there is only a warning and no file.
    if (/warning/i.test(output) || !existsSync(history))
      throw new Error(`no history was written.\n${output}`);
  } finally {
    await mock.stop();
  }
}

/**
 * @param {Installation} installation
 * @param {string} workspace
 * @param {string} history
 */
async function askServer(installation, workspace, history) {
  const mock = await listen(installation, ['mock', '--port', '0', workspace]);
  const env = { ...installation.env, SVC_VARIABLE_baseUrl: mock.url };
  const args = ['serve', '--port', '0', '--history-db', history, workspace];
  try {
    const server = await listen({ ...installation, env }, args);
    try {
      await checkPage(server.url);
      await checkApi(`${server.url}/api/v1`, installation);
    } finally {
      await server.stop();
    }
  } finally {
    await mock.stop();
  }
}

/** @param {string} url */
async function checkPage(url) {
  const page = await fetchText(`${url}/`);
  const script = /<script[^>]+src="([^"]+)"/.exec(page)?.[1];
  if (script === undefined) throw new Error(`the page has no script.\n${page}`);
  expect(/\b(?:import|export|const|function)\b/, await fetchText(new URL(script, url).href));
}

/**
 * @param {string} api
 * @param {Installation} installation
 */
async function checkApi(api, { arch, version }) {
  const info = await fetchText(`${api}/system/info`);
  expect(new RegExp(`"runtimeVersion":"v${version.replaceAll('.', '\\.')}"`), info);
  expect(new RegExp(`"arch":"${arch}"`), info);
  expect(/lamps\.http/, await fetchText(`${api}/files`));
  const body = JSON.stringify({ file: 'lamps.http' });
  const headers = { 'Content-Type': 'application/json' };
  expect(/"passed":1,"failed":0/, await fetchText(`${api}/execute`, { method: 'POST', headers, body }));
  // This run and the one of the command line, which another process stored.
  expect(/"total":2,"limit"/, await fetchText(`${api}/history/runs`));
}

/**
 * @param {Installation} installation
 * @param {readonly string[]} args
 * @returns {Promise<string>} what it printed
 */
async function svc({ node, tree, env }, args) {
  const { code, output } = await runQuietly(node, ['--', join(tree, 'dist', 'main.js'), ...args], env, {
    cwd: tree,
  });
  if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${code}.\n${output.trim()}`);
  return output;
}

/**
 * Starts a command that serves until it is stopped.
 * @param {Installation} installation
 * @param {readonly string[]} args
 * @returns {Promise<Listening>}
 */
async function listen({ node, tree, env }, args) {
  const child = spawn(node, ['--', join(tree, 'dist', 'main.js'), ...args], { cwd: tree, env });
  let output = '';
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  /** @type {Promise<string | undefined>} */
  const address = new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), START_TIMEOUT_MS);
    void ended.then(() => resolve(undefined)).finally(() => clearTimeout(timer));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(output) ?? [];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
    }
  });
  const url = await address;
  if (url !== undefined) return { url, stop };
  await stop();
  throw new Error(`svc ${args.join(' ')} does not listen.\n${output.trim()}`);
}

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function fetchText(url, options) {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}.\n${text.slice(0, 2000)}`);
  return text;
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 */
function expect(pattern, text) {
  if (!pattern.test(text)) throw new Error(`${pattern} was expected, and this came:\n${text.slice(0, 2000)}`);
}
