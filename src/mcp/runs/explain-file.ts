/** What is wrong in a request file, why, and what would mend it, as svc_explain tells it. */
import { explanationOf } from '../../authoring/explanations.js';
import { fixFinder, type Fix } from '../../authoring/fixes/fixes.js';
import { TextLines } from '../../authoring/fixes/text-edit.js';
import { cutText } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { CheckedFile } from '../call/checked-file.js';
import { fitEntries } from './fit-entries.js';

const MAX_SOURCE_CHARACTERS = 200;
/** More do not fit into what is shown, and every fix is tried on the whole text. */
const MAX_FINDINGS = 40;
const MAX_FIX_CHARACTERS = 1000;

/** Compact JSON of it has at most 8 KiB; errors come first, so that they are not left out for warnings. */
export async function explainFile(checked: CheckedFile): Promise<Readonly<Record<string, unknown>>> {
  const { path, bytes, findings, isValid, readScript } = checked;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lines = new TextLines(text);
  const ordered = findings.toSorted((a, b) => rankOf(a) - rankOf(b));
  const listed = ordered.slice(0, MAX_FINDINGS);
  const fixesOf = listed.length === 0 ? undefined : await fixFinder(text, { readScript });
  const entries: object[] = [];
  for (const finding of listed) {
    const fixes = fixesOf ? await fixesOf(finding) : [];
    entries.push(findingEntry(finding, lines, fixes));
  }
  return fitEntries(
    entries.map((entry) => ({ list: 'findings', entry })),
    findings.length - listed.length,
    (lists, more) => ({ file: path, valid: isValid, more, findings: lists['findings'] ?? [] }),
  );
}

const RANKS = { error: 0, warning: 1, info: 2 } as const;

function rankOf({ severity }: Diagnostic): number {
  return RANKS[severity];
}

function findingEntry(finding: Diagnostic, lines: TextLines, fixes: readonly Fix[]): object {
  const { line, column, severity, code, message } = finding;
  const explanation = explanationOf(code);
  return {
    line,
    column,
    severity,
    code,
    message,
    source: sourceOf(finding, lines),
    why: explanation?.why ?? '',
    todo: explanation?.whatToDo ?? '',
    fixes: fixes.filter(isShort).map(({ title, safe, edits }) => ({ title, safe, edits })),
  };
}

/** The text that the finding is about; of several lines, the first one. */
function sourceOf({ line, column, endLine, endColumn }: Diagnostic, lines: TextLines): string {
  const end = endLine === undefined || endLine === line ? endColumn - 1 : undefined;
  return printableLine(cutText(lines.line(line).slice(column - 1, end), MAX_SOURCE_CHARACTERS));
}

function isShort({ edits }: Fix): boolean {
  return edits.reduce((sum, { text }) => sum + text.length, 0) <= MAX_FIX_CHARACTERS;
}
