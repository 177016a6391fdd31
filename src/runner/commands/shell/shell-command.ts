/**
 * Placeholders in shell commands: a value is passed in an environment variable and the command only names it, so that
 * no value can become shell syntax. Where a shell would evaluate the value again, no placeholder may stand.
 */
import { cutTemplate } from '../../../request-file/text/template.js';
import { readShellText, type Unit } from './read-shell-text.js';
import { findRules, type ValueRule } from './shell-rules.js';

export interface ShellCommandLine {
  /** The command with placeholders replaced by `${SVC_REF_n}`. */
  readonly command: string;
  /** The sources of the placeholders; the first one is the value of `SVC_REF_1`. */
  readonly references: readonly string[];
  /** The constraints of values that may not be any text, by reference. */
  readonly rules?: readonly (ValueRule | undefined)[];
}

export type ParsedShellText =
  | { readonly ok: true; readonly line: ShellCommandLine }
  | { readonly ok: false; readonly reason: string };

export function readShellCommand(template: string): ParsedShellText {
  const pieces = cutTemplate(template);
  const units = pieces.flatMap((piece): Unit[] =>
    piece.kind === 'text' ? Array.from(piece.text) : [{ source: piece.source }],
  );
  const text = readShellText(units);
  const written = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const rules = findRules(text, written);
  const references: string[] = [];
  let command = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      command += piece.text;
      continue;
    }
    const index = references.length;
    const refusal = rules[index]?.refusal;
    if (refusal !== undefined)
      return { ok: false, reason: `the placeholder ${piece.source} stands ${refusal}` };
    references.push(piece.source);
    const name = `\${SVC_REF_${index + 1}}`;
    // A `$` right before the name would otherwise become part of it: `$$` is the process id.
    if (endsWithDollar(command)) command = `${command.slice(0, -1)}\\$`;
    command += text.spots[index]?.quoted === true ? name : `"${name}"`;
  }
  const values = rules.map(({ value }) => value);
  const isFree = values.every((value) => value === undefined);
  return { ok: true, line: { command, references, ...(!isFree && { rules: values }) } };
}

/** Whether it ends with a `$` that is not escaped. */
function endsWithDollar(command: string): boolean {
  const [backslashes = ''] = /\\*(?=\$$)/.exec(command) ?? [];
  return command.endsWith('$') && backslashes.length % 2 === 0;
}
