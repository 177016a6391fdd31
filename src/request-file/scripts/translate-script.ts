/** Translates scripts of other clients to assertions, captures and variables. No part of a script is ever executed. */
import type { Program, Statement } from 'acorn';
import { ExpressionReader } from './expressions/evaluate.js';
import { Output } from './statements/output.js';
import { parseScript } from './values/script-syntax.js';
import { namesOfNestedFunctions } from './statements/nested-names.js';
import { StatementWalker } from './statements/walk-statements.js';
import type { ScriptReport, ScriptSource, Translation } from './translation.js';

export { translateAssertLine } from './translate-assert-line.js';

export function translateScript(source: ScriptSource): Translation {
  const parsed = parseScript(source.text);
  if (!parsed.ok) return failed(source, parsed.reason, parsed.at);
  const output = new Output(source);
  const walker = new StatementWalker(source, new ExpressionReader(source), output);
  walker.run(statementsOf(parsed.program), namesOfNestedFunctions(parsed.program));
  return output.translation;
}

/** Modules are read as scripts; what they import is bound like what `require` returns. */
function statementsOf({ body }: Program): readonly Statement[] {
  return body as readonly Statement[];
}

/** The whole script is reported, at the place where it cannot be read if there is one. */
function failed(
  { text, line, column = 1 }: ScriptSource,
  reason: string,
  at: { readonly line: number; readonly column: number } | undefined,
): Translation {
  const lines = text.split('\n');
  const [endLine, endColumn] = [line + lines.length - 1, (lines.at(-1)?.length ?? 0) + 1];
  const start = at && { line: line + at.line - 1, column: at.column + (at.line === 1 ? column - 1 : 0) };
  const report: ScriptReport = {
    ...(start ?? { line, column }),
    endLine: start ? start.line : endLine,
    endColumn: start ? start.column + 1 : endColumn,
    form: 'the script',
    reason,
  };
  return { assertions: [], captures: [], sets: [], changes: [], schemas: [], reports: [report], ignored: [] };
}
