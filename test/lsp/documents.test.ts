import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openLsp, uriOf } from '../support/program/lsp-client.js';

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

describe('documents of svc lsp', () => {
  it('have findings with range, code, severity and tag', async () => {
    const root = await temporaryWorkspace();
    const client = await openLsp({ folders: [root] });
    const text =
      '###\n# @tag a\n\n### b\nGET http://127.0.0.1/{{nothing}}\nContent-Length: 3\n\n>>>\nexpct 1\n<<<\n';
    expect(client.initialized.serverInfo).toEqual({ name: 'svc', version: expect.any(String) as string });
    expect(await client.open(uriOf(join(root, 'a.http')), text)).toMatchObject([
      {
        code: 'orphan_directive',
        severity: 2,
        tags: [1],
        source: 'svc',
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 8 } },
      },
      { code: 'undefined_variable', severity: 3, range: { start: { line: 4 } } },
      { code: 'computed_header', severity: 2 },
      { code: 'expect_syntax', severity: 1, range: { end: { line: 8, character: 5 } } },
    ]);
  });

  it('have none while they are empty, closed or of another kind', async () => {
    const root = await temporaryWorkspace({ 'service.yml': 'timeoutt: 1\n' });
    const client = await openLsp({ folders: [root] });
    expect(await client.open(uriOf(join(root, 'a.http')), '')).toEqual([]);
    const uri = uriOf(join(root, 'B.HTTP'));
    expect(await client.open(uri, 'x')).toMatchObject([{ code: 'expected_request_line' }]);
    // The end of the indexing may show the findings once more.
    const cleared = client.published(uri, ({ diagnostics }) => diagnostics.length === 0);
    await client.emit('textDocument/didClose', { textDocument: { uri } });
    expect(await cleared).toEqual([]);
    const other = uriOf(join(root, 'a.txt'));
    await client.emit('textDocument/didOpen', {
      textDocument: { uri: other, languageId: 'http', version: 1, text: 'x' },
    });
    expect(await client.ask('textDocument/formatting', { textDocument: { uri: other } })).toBeNull();
    expect(await client.open('untitled:Untitled-1', 'x')).toMatchObject([{ code: 'expected_request_line' }]);
    expect(await client.open(uriOf(join(root, 'service.yml')), 'a:\n  b: 1\n', 'yaml')).toMatchObject([
      { severity: 1, code: expect.any(String) as string, range: { start: { line: 0, character: 0 } } },
    ]);
  });

  it('are found outside of all folders, each in its own directory', async () => {
    const root = await temporaryWorkspace({ 'b.http': '### one\nGET http://127.0.0.1/\n' });
    const client = await openLsp();
    const text = '### a\n# @depends ./b.http#one, ./b.http#two, ./c.http#x\nGET http://127.0.0.1/\n';
    const found = await client.open(uriOf(join(root, 'a.http')), text);
    expect(found.map(({ code }) => code)).toEqual(['unknown_dependency', 'missing_file']);
  });

  it('change with positions that are clamped and versions that go back', async () => {
    const root = await temporaryWorkspace();
    const client = await openLsp({ folders: [root] });
    const uri = uriOf(join(root, 'a.http'));
    await client.open(uri, 'GET http://127.0.0.1/\n');
    const broken = client.published(uri, ({ version }) => version === 5);
    const range = { start: { line: 700, character: -3 }, end: { line: 900, character: 4 } };
    await client.change(uri, [{ range, text: '\n>>>\n' }], 5);
    expect(await broken).toMatchObject([{ code: 'unclosed_block', range: { start: { line: 2 } } }]);
    const mended = client.published(uri, ({ version }) => version === 2);
    await client.change(uri, [{ text: 'GET http://127.0.0.1/\n' }], 2);
    expect(await mended).toEqual([]);
    expect(client.log()).toContainEqual(
      expect.objectContaining({ event: 'document', reason: 'the version of a document went back' }),
    );
  });

  it('above 10 MiB say only that', async () => {
    const client = await openLsp();
    const root = await temporaryWorkspace();
    const text = `GET http://127.0.0.1/\n\n${'x'.repeat(10 * 1024 * 1024)}`;
    expect(await client.open(uriOf(join(root, 'a.http')), text)).toMatchObject([{ code: 'file_too_large' }]);
  });

  it('that depend on a changed one are diagnosed again', async () => {
    const root = await temporaryWorkspace({
      'a.http': '### a\n# @depends ./b.http#b\nGET http://127.0.0.1/\n',
      'b.http': '### b\nGET http://127.0.0.1/\n',
    });
    const client = await openLsp({
      folders: [root],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    const [a, b] = [uriOf(join(root, 'a.http')), uriOf(join(root, 'b.http'))];
    await client.open(a, '### a\n# @depends ./b.http#b\nGET http://127.0.0.1/\n');
    const isBroken = ({ diagnostics }: { diagnostics: readonly { code?: unknown }[] }): boolean =>
      diagnostics.some(({ code }) => code === 'unknown_dependency');
    const broken = client.published(a, isBroken);
    await client.open(b, '### other\nGET http://127.0.0.1/\n');
    expect(await broken).toMatchObject([{ range: { start: { line: 1, character: 11 } } }]);
    const mended = client.published(a, (params) => !isBroken(params));
    await client.emit('textDocument/didClose', { textDocument: { uri: b } });
    expect(await mended).toEqual([]);
    const onDisk = client.published(a, isBroken);
    writeFileSync(join(root, 'b.http'), '### third\nGET http://127.0.0.1/\n');
    await client.emit('workspace/didChangeWatchedFiles', { changes: [{ uri: b, type: 2 }] });
    expect(await onDisk).toHaveLength(1);
  });

  it('that depend on a file that another process writes are diagnosed again', async () => {
    const text = '### a\n# @depends ./b.http#b\nGET http://127.0.0.1/\n';
    const root = await temporaryWorkspace({ 'a.http': text, 'b.http': '### b\nGET http://127.0.0.1/\n' });
    const client = await openLsp({ folders: [root] });
    const a = uriOf(join(root, 'a.http'));
    // The watching has begun when the folder is indexed, which a rename waits for.
    await client.open(a, text);
    await expect.poll(async () => (await client.ask<unknown[]>('svc/files', {})).length).toBe(2);
    await client.ask('textDocument/rename', {
      textDocument: { uri: a },
      position: { line: 0, character: 4 },
      newName: 'c',
    });
    const broken = client.published(a, ({ diagnostics }) => diagnostics.length > 0);
    const written = '### other\nGET http://127.0.0.1/\n';
    execFileSync(process.execPath, ['-e', `fs.writeFileSync('b.http', ${JSON.stringify(written)})`], {
      cwd: root,
    });
    expect(await broken).toMatchObject([{ code: 'unknown_dependency' }]);
  });
});

describe('formatting', () => {
  it('gives edits of lines, none for a formatted text, and a message with errors', async () => {
    const root = await temporaryWorkspace();
    const client = await openLsp({ folders: [root] });
    const uri = uriOf(join(root, 'a.http'));
    await client.open(uri, '###   a\nGET   http://127.0.0.1/\nA:b\n');
    const params = { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } };
    expect(await client.ask('textDocument/formatting', params)).toEqual([
      {
        range: { ...WHOLE, end: { line: 3, character: 0 } },
        newText: '### a\nGET http://127.0.0.1/\nA: b\n',
      },
    ]);
    await client.change(uri, [{ text: '### a\nGET http://127.0.0.1/\n' }]);
    expect(await client.ask('textDocument/formatting', params)).toEqual([]);
    await client.change(uri, [{ text: '### a\nGET http://127.0.0.1/\n>>>\n' }]);
    expect(await client.ask('textDocument/formatting', params)).toBeNull();
    expect(client.showMessages()).toEqual([
      'svc: the file has errors; formatting waits until they are gone.',
    ]);
  });
});
