/** Secrets whose values programs print, in an editor. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEditor, type LspEditor } from '../support/program/lsp-editor.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../support/program/own-process.js';
import { nodeOnPath, secretFiles, startsOf } from '../support/program/secret-program.js';

const tokens: unknown[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    tokens.push(headers['x-token']);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function open(gives: readonly string[], args: readonly string[]): Promise<LspEditor> {
  return openEditor({
    files: { 'a.http': text(), ...secretFiles([{ name: 'apiToken', gives }]) },
    args: [...args, '--no-history'],
    env: () => nodeOnPath(),
  });
}

const text = (): string => `### one\nGET ${url}/\nX-Token: {{apiToken}}\n`;

interface Result {
  readonly verdict: string;
  readonly tests: readonly { readonly failures: readonly { readonly message: string }[] }[];
}

function runFile(editor: LspEditor): Promise<Result> {
  const uri = editor.uri('a.http');
  return editor.ask<Result>('workspace/executeCommand', { command: 'svc.runFile', arguments: [{ uri }] });
}

it('only a run by command asks for the value, and nothing shows it', async () => {
  const editor = await open(['text', 'tok-4711'], ['--allow-secret-commands']);
  const uri = editor.uri('a.http');
  await editor.open(uri, text());
  const place = { textDocument: { uri }, position: { line: 2, character: 13 } };
  const hover = await editor.ask('textDocument/hover', place);
  expect(JSON.stringify(hover)).toContain('secret, by command');
  expect(JSON.stringify(hover)).toContain('••••••');
  const completion = await editor.ask('textDocument/completion', place);
  expect(JSON.stringify(completion)).toContain('apiToken');
  const exported = await editor.ask('workspace/executeCommand', {
    command: 'svc.exportCurl',
    arguments: [{ uri, line: 1 }],
  });
  expect(JSON.stringify(exported)).toContain('{{apiToken}}');
  expect(startsOf(editor.root)).toEqual([]);
  const result = await runFile(editor);
  expect([result.verdict, tokens.splice(0), startsOf(editor.root)]).toEqual([
    'passed',
    ['tok-4711'],
    ['text tok-4711'],
  ]);
  expect(JSON.stringify([hover, completion, result])).not.toContain('tok-4711');
  await editor.end();
});

it('a run by command fails where the operator does not permit it', async () => {
  const editor = await open(['text', 'tok-4711'], []);
  await editor.open(editor.uri('a.http'), text());
  const { verdict, tests } = await runFile(editor);
  expect([verdict, tokens, startsOf(editor.root)]).toEqual(['error', [], []]);
  expect(JSON.stringify(tests)).toContain(
    String.raw`secret \"apiToken\" comes from a command; permit it with --allow-secret-commands`,
  );
  await editor.end();
});

it('a program that does not end when it is asked to is gone when the editor ends', async () => {
  const editor = await open(['hang'], ['--allow-secret-commands']);
  await editor.open(editor.uri('a.http'), text());
  const running = runFile(editor).catch((error: unknown) => error);
  const hanging = async (): Promise<string[]> =>
    (await readFile(join(editor.root, 'hanging.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  await expect.poll(hanging, { timeout: 30_000 }).toHaveLength(2);
  const ids = await hanging();
  await editor.end();
  await running;
  for (const id of ids) await expect.poll(() => isAlive(Number(id)), { timeout: 10_000 }).toBe(false);
  expect(tokens).toEqual([]);
});
