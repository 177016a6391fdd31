/** Quick fixes, and all safe ones at once. */
import {
  CodeActionKind,
  CodeActionTriggerKind,
  type CodeAction,
  type CodeActionParams,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { withSafeFixes } from '../../authoring/fixes/all-safe-fixes.js';
import { fixFinder, type Fix, type FixSources } from '../../authoring/fixes/fixes.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { findingsOf, toDiagnostic } from '../documents/diagnose.js';
import type { OpenDocument, ShownFinding } from '../documents/open-document.js';
import type { AnalysedDocument, Session } from '../documents/session.js';
import { toRange } from '../protocol/positions.js';
import type { Feature } from './feature.js';
import { requestNamesIn } from './completion-names.js';
import { lineEdits } from './formatting.js';

const FIX_ALL = `${CodeActionKind.SourceFixAll}.svc`;
/** Each fix is tried on the whole text. */
const MAX_FINDINGS = 50;
const MAX_OTHER_FILES = 20;

export const codeActions: Feature = {
  capabilities: { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] } },
  register({ session, onRequest }) {
    onRequest('textDocument/codeAction', async ({ textDocument, range, context }: CodeActionParams) => {
      const found = await session.requestFile(textDocument.uri);
      if (found === undefined) return [];
      const only = context?.only;
      const isWanted = (kind: string): boolean =>
        only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
      const actions: CodeAction[] = [];
      if (isWanted(CodeActionKind.QuickFix)) actions.push(...(await quickFixes(found, range, session)));
      const isAsked = only !== undefined || context?.triggerKind === CodeActionTriggerKind.Invoked;
      if (isAsked && isWanted(FIX_ALL)) actions.push(...(await fixAll(found, session)));
      return actions;
    });
  },
};

async function quickFixes(found: AnalysedDocument, range: Range, session: Session): Promise<CodeAction[]> {
  const { document, analysed } = found;
  const findings = (await currentFindings(document, session))
    .filter((finding) => touches(toRange(document.text, finding), range))
    .slice(0, MAX_FINDINGS);
  if (findings.length === 0) return [];
  const fixesOf = await fixFinder(analysed.text, await sourcesOf(found));
  const actions: CodeAction[] = [];
  for (const finding of findings) {
    const fixes = await fixesOf(finding);
    for (const fix of fixes) {
      const diagnostics = [toDiagnostic(document.text, finding)];
      const edit = workspaceEdit(document, editsOf(fix, document.text), session);
      const isPreferred = fixes.length === 1;
      actions.push({ title: fix.title, kind: CodeActionKind.QuickFix, diagnostics, edit, isPreferred });
    }
  }
  return actions;
}

/** The names in the files that this one depends on, which are read before they are asked for. */
async function sourcesOf({ analysed, place: { folder, path } }: AnalysedDocument): Promise<FixSources> {
  const written = new Set<string>();
  for (const { metadata } of analysed.file.requests)
    for (const name of metadata.depends ?? []) {
      const other = otherFileDependency(name)?.path;
      if (other !== undefined && written.size < MAX_OTHER_FILES) written.add(other);
    }
  const names = new Map<string, readonly string[] | undefined>();
  for (const other of written) names.set(other, await requestNamesIn(folder, path, other));
  return {
    requestNames: (other) => names.get(other),
    ...(folder && { readScript: folder.host.scriptReader(path) }),
  };
}

/** Those that were published, unless the text has changed since. */
async function currentFindings(document: OpenDocument, session: Session): Promise<readonly ShownFinding[]> {
  const { findings, revision } = document;
  if (findings?.revision === revision) return findings.list;
  return (await findingsOf(document, session)) ?? [];
}

async function fixAll(
  { document, analysed, place: { folder, path } }: AnalysedDocument,
  session: Session,
): Promise<CodeAction[]> {
  const mark = document.text.startsWith('\ufeff') ? '\ufeff' : '';
  const fixed = mark + (await withSafeFixes(analysed.text, folder?.host.scriptReader(path)));
  const edits = lineEdits(document.document, fixed);
  if (edits.length === 0) return [];
  const edit = workspaceEdit(document, edits, session);
  return [{ title: 'Fix all that is safe to fix', kind: FIX_ALL, edit }];
}

function editsOf({ edits }: Fix, text: string): TextEdit[] {
  return edits.map((edit) => ({ range: toRange(text, edit), newText: edit.text }));
}

/** With the version of the document, where the client checks it. */
export function workspaceEdit(
  { uri, version }: OpenDocument,
  edits: TextEdit[],
  { abilities }: Session,
): WorkspaceEdit {
  if (!abilities.versionedEdits) return { changes: { [uri]: edits } };
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

function touches(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
