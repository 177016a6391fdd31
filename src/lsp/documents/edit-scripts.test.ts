import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, it } from 'vitest';
import { parseForEditor } from '../../request-file/parse-file.js';
import { Documents } from './documents.js';

/** A fixed sequence of numbers below a limit, so that every run tries the same scripts. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
}

const PIECES = [
  '### a\n',
  '\r\n',
  '\r',
  '\n',
  'GET http://127.0.0.1/{{x}}\r\n',
  '🙂',
  '𝒳y',
  '>>>\nexpect status 200\n<<<\n',
  '# @depends b\r',
  '@v = {{w}}\n',
  '{{',
  'é',
  '\ufeff',
  '>>>capture\r\nt from body.t\r\n<<<\r\n',
  'x: y\n',
];

/** What an editor has, changed without the code under test. */
function spliced(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}

it('500 scripts of edits end in the same text and findings as a document that is opened anew', async () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const next = numbers(seed);
    const piece = (): string => PIECES[next(PIECES.length)] ?? '';
    const uri = 'file:///w/a.http';
    let text = piece() + piece() + piece() + piece();
    const documents = new Documents({ onText: () => undefined, onClose: () => undefined }, () => undefined);
    documents.open({ textDocument: { uri, languageId: 'http', version: 0, text } });
    for (let version = 1; version <= 12; version += 1) {
      const contentChanges = Array.from({ length: 1 + next(3) }, () => {
        const shown = TextDocument.create(uri, 'http', 0, text);
        // A position cannot stand inside of a line end.
        const from = shown.offsetAt(shown.positionAt(next(text.length + 1)));
        const to = shown.offsetAt(shown.positionAt(Math.min(text.length, from + next(9))));
        const added = next(4) === 0 ? '' : piece();
        const range = { start: shown.positionAt(from), end: shown.positionAt(Math.max(from, to)) };
        if (next(20) === 0) {
          text = added + piece();
          return { text };
        }
        text = spliced(text, from, Math.max(from, to), added);
        return { range, text: added };
      });
      documents.change({ textDocument: { uri, version }, contentChanges });
    }
    const document = documents.get(uri);
    if (document === undefined) throw new Error('the document is not open');
    expect(document.text, `seed ${seed}`).toBe(text);
    const { file } = await document.analysis('a.http', async (source, path) => ({
      text: source,
      path,
      ...(await parseForEditor(source, path)),
    }));
    expect(file.diagnostics, `seed ${seed}`).toEqual((await parseForEditor(text, 'a.http')).file.diagnostics);
  }
});
