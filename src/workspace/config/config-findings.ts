import type { Severity } from '../../request-file/model/diagnostic.js';
import type { TextProblem } from './yaml-text.js';

export type ConfigFinding = TextProblem & { readonly severity: Severity };

/** The findings of a config file, in the order of its text. The YAML parser is loaded only when there is one. */
export async function findConfigProblems(source: string | Uint8Array): Promise<readonly ConfigFinding[]> {
  const { parseConfig } = await import('./config-text.js');
  const { problems, warnings } = parseConfig(source);
  return [
    ...problems.map((problem): ConfigFinding => ({ ...problem, severity: 'error' })),
    ...warnings.map((warning): ConfigFinding => ({ ...warning, severity: 'warning' })),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
}
