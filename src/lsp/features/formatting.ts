/** Formats a whole document with the formatter of the command line. */
import type { DocumentFormattingParams, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { diffLines } from '../../primitives/text/line-difference.js';
import { formatRequestFile } from '../../request-file/format-text.js';
import type { OpenFolder } from '../documents/folders.js';
import type { Feature } from './feature.js';

const HAS_ERRORS = 'svc: the file has errors; formatting waits until they are gone.';

export const formatting: Feature = {
  capabilities: { documentFormattingProvider: true },
  register({ session, onRequest, showMessage }) {
    onRequest('textDocument/formatting', async ({ textDocument }: DocumentFormattingParams) => {
      const found = await session.requestFile(textDocument.uri);
      if (found === undefined) return null;
      const { document, place } = found;
      const { revision, document: snapshot } = document;
      const formatted = await format(place.folder, document.text, place.path);
      // Edits of a text that has changed meanwhile would destroy it.
      if (document.revision !== revision) return null;
      if (formatted !== undefined) return lineEdits(snapshot, formatted);
      showMessage('info', HAS_ERRORS);
      return null;
    });
  },
};

async function format(
  folder: OpenFolder | undefined,
  text: string,
  path: string,
): Promise<string | undefined> {
  if (folder) return folder.host.format(text, path);
  const formatted = await formatRequestFile(text, path);
  return formatted.ok ? formatted.text : undefined;
}

/** One edit for each run of changed lines. */
export function lineEdits(document: TextDocument, formatted: string): TextEdit[] {
  const before = document.getText();
  if (before === formatted) return [];
  const edits = changedRuns(before, formatted).map(({ start, end, newText }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText,
  }));
  // A position cannot stand between CR and LF, so that a text which mixes line ends may need the whole.
  if (edits.length > 0 && TextDocument.applyEdits(document, edits) === formatted) return edits;
  const range = { start: { line: 0, character: 0 }, end: document.positionAt(before.length) };
  return [{ range, newText: formatted }];
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Empty when the texts are too long to be compared. */
function changedRuns(before: string, after: string): Run[] {
  const runs: Run[] = [];
  let offset = 0;
  let start = 0;
  let added: string[] = [];
  const flush = (isLast: boolean): void => {
    if (start < offset || added.length > 0)
      runs.push(isLast ? lastRun(before, start, added) : innerRun(start, offset, added));
    added = [];
  };
  for (const { kind, text } of diffLines(before, after) ?? []) {
    if (kind === 'added') {
      added.push(text);
      continue;
    }
    if (kind === 'same') flush(false);
    offset += text.length + 1;
    if (kind === 'same') start = offset;
  }
  flush(true);
  return runs;
}

function innerRun(start: number, end: number, added: readonly string[]): Run {
  return { start, end, newText: added.map((line) => `${line}\n`).join('') };
}

/** The last line has no end, so that the end before it goes or comes with it. */
function lastRun(before: string, start: number, added: readonly string[]): Run {
  const end = before.length;
  if (start > 0 && (added.length === 0 || start > end))
    return { start: start - 1, end, newText: added.map((line) => `\n${line}`).join('') };
  return { start, end, newText: added.join('\n') };
}
