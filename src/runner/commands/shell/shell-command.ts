/**
 * Placeholders in shell commands: a value travels in an environment variable and the command only names it, so
 * that no value can become shell syntax. Where a shell would read the value a second time, none may stand.
 */
import { cutTemplate } from '../../../request-file/text/template.js';
import { readShellText, type Unit } from './read-shell-text.js';
import { rulesOf, type ValueRule } from './shell-rules.js';

export interface ShellCommandLine {
  /** Placeholders replaced by `${SVC_REF_n}`. */
  readonly command: string;
  /** Placeholder sources; the first one is the value of `SVC_REF_1`. */
  readonly references: readonly string[];
  /** What the value of a reference has to be, for the few that may not be any text. */
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
  const rules = rulesOf(text, written);
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
    // A `$` right before it would otherwise join the name: `$$` is the process id.
    if (endsWithDollar(command)) command = `${command.slice(0, -1)}\\$`;
    command += text.spots[index]?.quoted === true ? name : `"${name}"`;
  }
  const values = rules.map(({ value }) => value);
  const isFree = values.every((value) => value === undefined);
  return { ok: true, line: { command, references, ...(!isFree && { rules: values }) } };
}

/** One that no backslash takes the meaning from. */
function endsWithDollar(command: string): boolean {
  const [backslashes = ''] = /\\*(?=\$$)/.exec(command) ?? [];
  return command.endsWith('$') && backslashes.length % 2 === 0;
}
