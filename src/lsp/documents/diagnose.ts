/** The findings of an open document, and their form in the protocol. */
import { DiagnosticSeverity, DiagnosticTag, type Diagnostic } from 'vscode-languageserver-protocol';
import { compareDiagnostics } from '../../request-file/model/diagnostic.js';
import { validateFiles } from '../../request-file/validate.js';
import type { Analysed } from '../host/host.js';
import { toRange } from '../protocol/positions.js';
import type { OpenDocument, ShownFinding } from './open-document.js';
import type { Session } from './session.js';

/** Undefined for documents that nothing is said about. */
export async function findingsOf(
  document: OpenDocument,
  session: Session,
): Promise<readonly ShownFinding[] | undefined> {
  const place = session.placeOf(document);
  if (place === undefined) return undefined;
  const { folder, path, kind } = place;
  if (kind === 'config') return folder?.host.checkConfig(path, document.text);
  const analysed = await session.analyse(document, place);
  if (folder === undefined) return withoutNoRequests(checkAlone(analysed));
  if (!place.isUntitled) folder.host.noteOpen(path, analysed);
  const found = withoutNoRequests(await folder.host.check(analysed));
  const hints = await folder.host.hints(analysed, session.environment);
  return hints.length === 0
    ? found
    : [...found, ...hints].sort((a, b) => a.line - b.line || a.column - b.column);
}

function checkAlone({ file }: Analysed): readonly ShownFinding[] {
  return [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])].sort(compareDiagnostics);
}

/** A new file is no mistake. */
function withoutNoRequests(findings: readonly ShownFinding[]): readonly ShownFinding[] {
  return findings.filter(({ code }) => code !== 'no_requests');
}

export function toDiagnostic(text: string, finding: ShownFinding): Diagnostic {
  const { code, message, severity } = finding;
  const tags = isUnnecessary(code) ? { tags: [DiagnosticTag.Unnecessary] } : {};
  const range = toRange(text, finding);
  return { range, severity: SEVERITIES[severity], code, source: 'svc', message, ...tags };
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  information: DiagnosticSeverity.Information,
} as const;

/** What has no effect and may be removed. */
function isUnnecessary(code: string): boolean {
  return code === 'unused_capture' || code === 'orphan_directive' || code.startsWith('duplicate_');
}
