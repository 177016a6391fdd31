import { readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Diagnostic, TextEdit } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { formatRequestFile } from '../../src/request-file/format-text.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { openLsp, uriOf } from '../support/program/lsp-client.js';
import { repositoryRoot } from '../support/program/run-svc.js';

interface Finding {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

const SEVERITIES = ['', 'error', 'warning', 'info'];

function shown({ line, column, endColumn, severity, code, message }: Finding): string {
  return `${line}:${column}-${endColumn} ${severity} ${code} ${message}`;
}

function ofProtocol({ range, severity, code, message }: Diagnostic, text: string): string {
  const { start, end } = range;
  // A position counts the byte order mark, which the language does not.
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  return shown({
    line: start.line + 1,
    column: start.character + 1 - (start.line === 0 ? mark : 0),
    endColumn: end.character + 1 - (end.line === 0 ? mark : 0),
    severity: SEVERITIES[severity ?? 0] ?? '',
    code: String(code),
    message: typeof message === 'string' ? message : message.value,
  });
}

it.each(['test/corpus/parse-ok', 'test/corpus/parse-errors', 'examples'])(
  'the findings and the format of every file in %s are those of svc validate and svc fmt',
  async (folder) => {
    const root = await temporaryWorkspace();
    await cp(join(repositoryRoot, folder), root, { recursive: true });
    const { stdout } = await runInProcess(['validate', '--json', '.'], { cwd: root });
    const validations = JSON.parse(stdout) as { file: string; diagnostics: readonly Finding[] }[];
    const expected = new Map(validations.map(({ file, diagnostics }) => [file, diagnostics]));
    const client = await openLsp({ folders: [root] });
    const names = readdirSync(root).filter((name) => /\.(?:http|spec)$/.test(name));
    for (const name of names) {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(join(root, name)));
      const wanted = (expected.get(name) ?? []).filter(({ code }) => code !== 'no_requests');
      // An editor has no bytes that are not text.
      if (wanted.some(({ code }) => code === 'invalid_utf8')) continue;
      const uri = uriOf(join(root, name));
      const isComplete = ({ diagnostics }: { diagnostics: readonly Diagnostic[] }): boolean =>
        diagnostics.filter(isOfValidation).length === wanted.length;
      const published = client.published(uri, isComplete);
      await client.open(uri, text);
      expect(
        (await published)
          .filter(isOfValidation)
          .map((each) => ofProtocol(each, text))
          .toSorted(),
        name,
      ).toEqual(wanted.map(shown).toSorted());
      const edits = await client.ask<TextEdit[] | null>('textDocument/formatting', { textDocument: { uri } });
      const formatted = await formatRequestFile(text, name);
      const document = TextDocument.create(uri, 'http', 1, text);
      expect(edits && TextDocument.applyEdits(document, edits), name).toBe(
        formatted.ok ? formatted.text : null,
      );
    }
  },
);

function isOfValidation({ code }: Diagnostic): boolean {
  return code !== 'undefined_variable';
}
