/** Findings as marks of the editor, and back. */
import type { Diagnostic as Mark } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Finding } from '../language/messages.js';

/** Columns count UTF-16 units from 1, offsets of CodeMirror from 0. */
export function markOf(finding: Finding, doc: Text): Mark {
  const { line, column, endColumn, endLine = line, message, severity, code } = finding;
  const start = offsetOf(doc, line, column);
  const end = Math.max(start, offsetOf(doc, endLine, endColumn));
  return {
    from: start,
    to: end,
    severity: severity === 'information' ? 'info' : severity,
    message,
    source: code,
  };
}

function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(from + Math.max(0, column - 1), to);
}

export function findingOf({ from, to, severity, message, source = '' }: Mark, doc: Text): Finding {
  const { number: line, from: start } = doc.lineAt(from);
  const { number: endLine, from: endStart } = doc.lineAt(to);
  const columns = { column: from - start + 1, endColumn: to - endStart + 1 };
  const level = severity === 'error' || severity === 'warning' ? severity : 'information';
  return {
    severity: level,
    code: source,
    message,
    line,
    ...columns,
    ...(endLine === line ? {} : { endLine }),
  };
}

export function placeOf({ line, column, code }: Finding): string {
  return `${line}:${column}:${code}`;
}
