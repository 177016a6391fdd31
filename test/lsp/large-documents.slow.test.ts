import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DocumentSymbol, Hover, TextEdit } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { formatRequestFile } from '../../src/request-file/format-text.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { connectLsp, startLsp, uriOf } from '../support/program/lsp-client.js';

const REQUEST = '### read {n}\nGET   http://127.0.0.1/{n}\n\n>>>\nexpect status 200\n<<<\n\n';

/** A little more than 1 MiB. */
function largeText(): string {
  const count = Math.ceil((1.1 * 1024 * 1024) / REQUEST.length);
  const requests = Array.from({ length: count }, (_, index) => REQUEST.replaceAll('{n}', String(index)));
  return `${requests.join('')}### unused\nGET http://127.0.0.1/\n\n>>>capture\ntoken from body.token\n<<<\n`;
}

it('a document above 1 MiB is parsed in a thread, with the same findings, symbols and format', async () => {
  const root = await temporaryWorkspace();
  const server = startLsp(root);
  const client = await connectLsp(server.child.stdout, server.child.stdin, { folders: [] });
  const uri = uriOf(join(root, 'large.http'));
  const text = largeText();
  expect(await client.open(uri, text)).toMatchObject([{ code: 'unused_capture' }]);
  const small = uriOf(join(root, 'small.http'));
  const open = {
    textDocument: { uri: small, languageId: 'http', version: 1, text: '### a\nGET http://x\n' },
  };
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 4 } };
  await client.change(uri, [{ range, text: 'a' }]);
  await client.emit('textDocument/didOpen', open);
  const order: string[] = [];
  const edits = client
    .ask<TextEdit[]>('textDocument/formatting', { textDocument: { uri } })
    .finally(() => order.push('large'));
  const position = { line: 1, character: 1 };
  await client
    .ask<Hover | null>('textDocument/hover', { textDocument: { uri: small }, position })
    .finally(() => order.push('small'));
  const changed = `${text.slice(0, 4)}a${text.slice(4)}`;
  const formatted = await formatRequestFile(changed, 'large.http');
  const applied = TextDocument.applyEdits(TextDocument.create(uri, 'http', 1, changed), await edits);
  expect(formatted.ok && applied === formatted.text).toBe(true);
  expect(order).toEqual(['small', 'large']);
  const symbols = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', {
    textDocument: { uri },
  });
  expect(symbols.at(-1)).toMatchObject({ name: 'unused', children: [{ name: 'token' }] });
});
