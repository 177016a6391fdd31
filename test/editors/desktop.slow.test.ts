/** The extension as it is built for desktops, with a stand-in for the editor and the real `svc lsp`. */
import { chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ORDERS } from '../support/editors/orders.js';
import { StandIn, type StandInOptions } from '../support/editors/stand-in.js';
import { TestRunRequest, type TestController, type TestRun } from '../support/editors/testing-view.js';
import { temporaryDirectory, temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { buildExtension } from '../support/program/built-extension.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { listening } from '../support/servers/raw-server.js';
import { startServer } from '../support/servers/running-server.js';

let extension: string;

beforeAll(async () => {
  extension = await temporaryDirectory();
  await buildExtension(extension);
}, 120_000);

afterAll(() => rm(extension, { recursive: true, force: true }));

/** The built program under the name that a package manager gives it in a folder. */
function installProgram(root: string): void {
  const main = join(repositoryRoot, 'dist', 'main.js');
  const folder = join('node_modules', '.bin');
  writeFiles(root, {
    [join(folder, 'svc.cmd')]: `@"${process.execPath}" "${main}" %*\r\n`,
    [join(folder, 'svc')]: `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`,
  });
  chmodSync(join(root, folder, 'svc'), 0o755);
}

async function workspace({ history = false } = {}): Promise<string> {
  const target = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(request.url === '/orders/1' ? '{"total":40}' : '{}');
  });
  const host = `http://127.0.0.1:${await listening(target)}`;
  onTestFinished(() => {
    target.closeAllConnections();
    target.close();
  });
  return temporaryWorkspace({
    'service.yaml': `defaultEnvironment: dev\nhistory:\n  enabled: ${history}\nenvironments:\n  dev:\n    host: ${host}\n  staging:\n    host: ${host}\n`,
    'orders.http': ORDERS,
    'broken.http': '### broken\nGET http://127.0.0.1:1/\n>>>\nexpect nothing\n<<<\n',
  });
}

async function start(options: StandInOptions): Promise<StandIn> {
  const editor = new StandIn(options);
  onTestFinished(() => editor.close());
  await editor.activate(extension);
  return editor;
}

function controllerOf({ controllers }: StandIn): TestController {
  const [controller] = controllers;
  if (controller === undefined) throw new Error('there is no Testing view');
  return controller;
}

async function runFile(editor: StandIn, file: string): Promise<TestRun> {
  const controller = controllerOf(editor);
  await expect.poll(() => controller.items.get(file)).toBeDefined();
  const item = controller.items.get(file);
  await controller.profiles[0]?.run(new TestRunRequest(item && [item]));
  const run = controller.runs.at(-1);
  if (run === undefined) throw new Error('nothing was run');
  return run;
}

describe('with svc in the folder', () => {
  it('runs a file in the Testing view, and shows each result as it comes', async () => {
    const root = await workspace();
    installProgram(root);
    const editor = await start({ root });
    expect(controllerOf(editor)).toMatchObject({ id: 'svc', label: 'Request files' });
    expect(controllerOf(editor).profiles.map(({ label }) => label)).toEqual(['Run']);
    const run = await runFile(editor, 'orders.http');
    expect(run.states).toEqual([
      'started list',
      'passed list',
      'started total',
      'failed total',
      'started later',
      'skipped later: skipped: condition not met',
    ]);
    expect(run.messages).toMatchObject([
      {
        message: 'body.total equals: expected 42.5, got 40',
        expectedOutput: '42.5',
        actualOutput: '40',
        location: { range: { start: { line: 16, character: 0 } } },
      },
    ]);
    expect(run.output).toContain('Tests: 1 passed, 1 failed, 1 skipped, 3 total\r\n');
    expect(run.isEnded).toBe(true);
    expect(editor.messages).toEqual([]);
    const children = [...(controllerOf(editor).items.get('orders.http')?.children ?? [])];
    expect(children.map(([id]) => id)).toEqual(['orders.http#3', 'orders.http#11', 'orders.http#20']);
    const place = { uri: editor.uriOf('orders.http'), line: 11 };
    await editor.run('svc.showResponse', place);
    expect(editor.messages).toEqual([]);
    expect(editor.shown.map((document) => [document.uri.path, document.getText()])).toEqual([
      ['/total 200 OK.json', '{"total":40}'],
    ]);
    await editor.run('svc.copyAsCurl', place);
    expect(editor.clipboard).toEqual([expect.stringMatching(/^curl .*\/orders\/1/)]);
  });

  it('cancels a run', async () => {
    const silent = createServer(() => undefined);
    const port = await listening(silent);
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const root = await temporaryWorkspace({
      'service.yaml': 'history:\n  enabled: false\n',
      'slow.http': `### slow\nGET http://127.0.0.1:${port}/\n`,
    });
    installProgram(root);
    const editor = await start({ root });
    const running = runFile(editor, 'slow.http');
    const { runs } = controllerOf(editor);
    await expect.poll(() => runs[0]?.states).toEqual(['started slow']);
    runs[0]?.cancel();
    const { states, output, isEnded } = await running;
    expect([states, isEnded]).toEqual([['started slow', 'skipped slow: skipped: cancelled'], true]);
    expect(output).toContain('Cancelled');
  });

  it('chooses an environment, and keeps it for the workspace', async () => {
    const root = await workspace();
    installProgram(root);
    const editor = await start({ root });
    await expect.poll(() => editor.statusItems.map(({ text }) => text)).toEqual(['svc: dev']);
    editor.pick = 'staging';
    await editor.run('svc.selectEnvironment');
    expect(editor.statusItems.map(({ text }) => text)).toEqual(['svc: staging']);
    expect(editor.memento.get('svc.environment')).toBe('staging');
  });
});

describe('with the address of svc serve', () => {
  const token = 'a-long-secret-token';

  it('runs there with the same results, and asks for the token once', async () => {
    const root = await workspace({ history: true });
    const args = ['--cors', '--api-token', token];
    const { origin } = await startServer({ root, args, token, history: true });
    installProgram(root);
    const editor = await start({ root, settings: { 'svc.serverUrl': origin } });
    editor.input = token;
    const run = await runFile(editor, 'orders.http');
    expect(editor.messages).toEqual([]);
    expect(run.states).toEqual(['passed list', 'failed total', 'skipped later: skipped: condition not met']);
    expect(run.messages).toMatchObject([
      {
        message: 'body.total equals: expected 42.5, got 40',
        expectedOutput: '42.5',
        actualOutput: '40',
        location: { range: { start: { line: 16, character: 0 } } },
      },
    ]);
    const place = { uri: editor.uriOf('orders.http'), line: 11 };
    await editor.run('svc.showResponse', place);
    expect(editor.shown.map((document) => [document.uri.path, document.getText()])).toEqual([
      ['/total 200 OK.json', '{"total":40}'],
    ]);
    await editor.run('svc.run', place);
    expect(controllerOf(editor).runs.at(-1)?.states).toEqual(['failed total']);
    await editor.run('svc.copyAsCurl', place);
    expect(editor.clipboard).toEqual([expect.stringMatching(/^curl .*\/orders\/1/)]);
    expect([editor.asked, editor.messages, [...editor.secrets.values()]]).toEqual([1, [], [token]]);
  });

  it('refuses an address of another machine', async () => {
    const root = await workspace();
    installProgram(root);
    const editor = await start({ root, settings: { 'svc.serverUrl': 'http://example.test:4000' } });
    const run = await runFile(editor, 'orders.http');
    expect(run.messages[0]?.message).toMatch(/^svc\.serverUrl has to be an address of this machine/);
  });
});

describe('without svc', () => {
  it('says so once, finds mistakes all the same, and sends nothing', async () => {
    const root = await workspace();
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    onTestFinished(() => {
      process.env['PATH'] = path;
    });
    const message = 'svc was not found; running requests needs it.';
    const editor = await start({ root, choices: { [message]: 'Do not show again' } });
    expect(editor.messages).toEqual([`${message} | Set path | Do not show again`]);
    await editor.open('broken.http');
    await expect
      .poll(() => [...editor.findings.values()].flat().map(({ code }) => code))
      .toContain('missing_operator');
    const run = await runFile(editor, 'orders.http');
    expect(run.states).toEqual(['errored orders.http']);
    expect(run.messages[0]?.message).toMatch(/^Running requests needs svc on this machine/);
    expect(editor.memento.get('svc.hideMissingProgram')).toBe(true);
  });

  it('does not start one of a folder that is not trusted', async () => {
    const root = await workspace();
    installProgram(root);
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    onTestFinished(() => {
      process.env['PATH'] = path;
    });
    const editor = await start({ root, isTrusted: false });
    const run = await runFile(editor, 'orders.http');
    expect(run.messages[0]?.message).toBe('Running requests needs a trusted workspace.');
    await editor.run('svc.restartServer');
    expect(editor.messages).toHaveLength(1);
  });
});
