/** Translates scripts of other clients to assertions, captures and variables. No part of a script is ever executed. */
import type { Program, Statement } from 'acorn';
import { ExpressionReader } from './expressions/evaluate.js';
import { Output } from './statements/output.js';
import { parseScript } from './values/script-syntax.js';
import { namesOfNestedFunctions } from './statements/nested-names.js';
import { StatementWalker } from './statements/walk-statements.js';
import { ScriptPlaces } from './values/script-places.js';
import type { ScriptReport, ScriptSource, Translation } from './translation.js';

export { translateAssertLine } from './translate-assert-line.js';

export function translateScript(source: ScriptSource): Translation {
  const parsed = parseScript(source.text);
  if (!parsed.ok) return failed(source, parsed.reason, parsed.offset);
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
function failed(source: ScriptSource, reason: string, offset: number | undefined): Translation {
  const places = new ScriptPlaces(source);
  const end = offset === undefined ? places.at(source.text.length) : places.after(offset);
  const report: ScriptReport = {
    ...places.at(offset ?? 0),
    endLine: end.line,
    endColumn: end.column,
    form: 'the script',
    reason,
  };
  return { assertions: [], captures: [], sets: [], changes: [], schemas: [], reports: [report], ignored: [] };
}
