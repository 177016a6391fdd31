/** Findings as marks of the editor, and back. */
import type { Diagnostic as Mark } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Finding } from '../language/messages.js';

/** Columns count UTF-16 units from 1, offsets of CodeMirror from 0. */
export function markOf({ line, column, endColumn, message, severity, code }: Finding, doc: Text): Mark {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const start = Math.min(from + Math.max(0, column - 1), to);
  const end = Math.max(start, Math.min(from + Math.max(0, endColumn - 1), to));
  return {
    from: start,
    to: end,
    severity: severity === 'information' ? 'info' : severity,
    message,
    source: code,
  };
}

export function findingOf({ from, to, severity, message, source = '' }: Mark, doc: Text): Finding {
  const { number: line, from: start } = doc.lineAt(from);
  const columns = { column: from - start + 1, endColumn: to - start + 1 };
  const level = severity === 'error' || severity === 'warning' ? severity : 'information';
  return { severity: level, code: source, message, line, ...columns };
}

export function placeOf({ line, column, code }: Finding): string {
  return `${line}:${column}:${code}`;
}
