/** What a language server sends, as short texts with lines and columns from 1. */
import type { Diagnostic, Location, Range } from 'vscode-languageserver-protocol';

const SEVERITIES = ['', 'error', 'warning', 'information', 'hint'];

/** As in `3:1-8 warning orphan_directive unnecessary`. */
export function shownDiagnostic({ range, severity, code, tags = [] }: Diagnostic): string {
  const tag = tags.includes(1) ? ' unnecessary' : '';
  return `${shownRange(range)} ${SEVERITIES[severity ?? 0]} ${String(code)}${tag}`;
}

/** The end has no line of its own when it is that of the start. */
export function shownRange({ start, end }: Range): string {
  const last = end.line === start.line ? '' : `${end.line + 1}:`;
  return `${start.line + 1}:${start.character + 1}-${last}${end.character + 1}`;
}

/** With the path below the folder whose URI is given. */
export function shownLocation({ uri, range }: Location, folder: string): string {
  return `${shownUri(uri, folder)}:${shownRange(range)}`;
}

export function shownUri(uri: string, folder: string): string {
  return uri.startsWith(`${folder}/`) ? decodeURIComponent(uri.slice(folder.length + 1)) : uri;
}
