/** Finds the places where a shell would evaluate a value again and could run it as a command. */
import { EXPANSION, PLACEHOLDER, type ShellText, type SimpleCommand, type Word } from './shell-words.js';

/** The constraint of a value, so that a shell cannot take it for anything else. */
export type ValueRule = 'integer' | 'operand';

export interface SpotRule {
  readonly refusal?: string;
  readonly value?: ValueRule;
}

/** The arguments of these commands are code, names with subscripts, or words that another shell reads. */
const EVALUATING: ReadonlySet<string> = new Set(
  (
    'eval source . trap let declare typeset local integer float nameref unset read mapfile ' +
    'readarray getopts alias complete compgen bind enable fc wait print function select ssh watch ' +
    'parallel at batch'
  ).split(' '),
);

/** These commands read input into variables. */
const READING: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts']);
/** These commands run the rest of the line. */
const PREFIXES: ReadonlySet<string> = new Set(
  'command builtin exec env nohup nice sudo doas time xargs setsid stdbuf'.split(' '),
);
/** In these programs a script follows `-c`. */
const SHELLS = /^(?:.*\/)?(?:sh|bash|dash|ash|ksh|mksh|zsh|fish|su|script|flock)$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;
/** A shell expands the values of these variables. */
const ACTIVE_VARIABLES = /^(?:PS[0-4]|PROMPT_COMMAND|BASH_ENV|ENV|SHELLOPTS|BASHOPTS)$/;
const COMPARING = /^-(?:eq|ne|lt|le|gt|ge)$/;
const TESTING_NAME = /^-[vR]$/;

export function findRules(text: ShellText, written: string): SpotRule[] {
  const evaluates = text.commands.some(evaluatesVariables) || text.evaluated.some(isEvaluated);
  const keepsAll =
    text.hasHereString ||
    text.definesFunction ||
    written.includes('SVC_REF_') ||
    text.commands.some((command) => READING.has(nameOf(command)));
  const feedsShell = text.commands.some(readsScript);
  return text.spots.map((spot) => {
    if (spot.refusal !== undefined) return { refusal: spot.refusal };
    // A placeholder without words is in a comment.
    if (spot.words.length === 0) return {};
    if (feedsShell) return { refusal: 'in a command that gives text to another shell' };
    if (evaluates && (keepsAll || spot.words.some(isKept))) return { refusal: KEPT };
    const rules = spot.words.map((word, depth) => wordRule(word, depth === spot.words.length - 1));
    return rules.find(({ refusal }) => refusal !== undefined) ?? rules.at(-1) ?? {};
  });
}

const KEPT =
  'where it is kept in a variable, in a command that evaluates variables (arithmetic, [[ … ]], eval, declare)';

/** `isOwn` says that the placeholder itself is in the word, and not a `$(…)` around it. */
function wordRule(word: Word, isOwn: boolean): SpotRule {
  const { command, position, text } = word;
  if (position === -1 || command.isList) return {};
  const assigned = ASSIGNMENT.exec(text)?.[1];
  const first = nameIndex(command);
  if (position < first) {
    return assigned !== undefined && ACTIVE_VARIABLES.test(assigned)
      ? { refusal: `in the value of ${assigned}, which a shell expands` }
      : {};
  }
  if (position === first) {
    const isName = isOwn && !/^[^\u{E000}\u{E001}]*\//u.test(text);
    return isName ? { refusal: 'where the name of a command stands' } : {};
  }
  return argumentRule(word, nameOf(command), first);
}

function argumentRule(word: Word, name: string, first: number): SpotRule {
  const { command, text } = word;
  const args = command.words.slice(first + 1);
  if (isScript(word))
    return { refusal: 'in a script for another shell; give it as an argument behind the script' };
  if (EVALUATING.has(name)) return { refusal: `in an argument of ${name}, which a shell evaluates` };
  if (name === 'for' && word.position === first + 1)
    return { refusal: 'where the name of a variable stands' };
  if (name === 'export' || name === 'readonly') {
    const isPlain = ASSIGNMENT.test(text) && !text.slice(0, text.indexOf('=')).includes('[');
    const isSafe = isPlain && !args.some((other) => other.text.startsWith('-'));
    return isSafe ? {} : { refusal: `where ${name} expects a name; write ${name} NAME=value` };
  }
  if (name === 'printf') return printfRule(word, args);
  return name === '[' || name === 'test' ? testRule(word, args) : {};
}

/** With `-v` the argument names a variable, and numbers may be expressions. */
function printfRule(word: Word, args: readonly Word[]): SpotRule {
  if (args[0]?.text === '-v') return { refusal: 'in an argument of printf -v, which a shell evaluates' };
  const formatAt = args[0]?.text === '--' ? 1 : 0;
  const format = args[formatAt]?.text ?? '';
  if (args.indexOf(word) <= formatAt) {
    return format.startsWith(PLACEHOLDER) ? { refusal: 'where the format of printf begins; use %s' } : {};
  }
  const conversions = format.match(/%[^a-zA-Z%]*[a-zA-Z%]/g)?.filter((each) => !each.endsWith('%')) ?? [];
  const index = args.indexOf(word) - formatAt - 1;
  const own = conversions.some((each) => each.includes('*')) ? '%d' : conversions[index % conversions.length];
  return own !== undefined && /[^sbqc]$/.test(own) ? { value: 'integer' } : {};
}

function testRule(word: Word, args: readonly Word[]): SpotRule {
  const at = args.indexOf(word);
  if (word.text.startsWith('-')) return { refusal: 'in an operator of [ … ]' };
  if (TESTING_NAME.test(args[at - 1]?.text ?? '')) {
    return { refusal: 'where [ … ] expects the name of a variable' };
  }
  if (args.some(({ text }) => COMPARING.test(text))) return { value: 'integer' };
  const open = args.filter(({ text }) => text.includes(PLACEHOLDER) || text.includes(EXPANSION));
  const operands = args.filter(({ text }) => text !== ']');
  const isBinary = operands.length === 3 && /^(?:!?=|==|-\w\w|[<>])$/.test(operands[1]?.text ?? '');
  // With two values, one could act as an operator for the other.
  return open.length > 1 && !isBinary && word.text.startsWith(PLACEHOLDER) ? { value: 'operand' } : {};
}

/** Whether the word follows the `-c` of a shell, which may be named anywhere before it. */
function isScript({ command: { words }, position }: Word): boolean {
  const shell = words.findIndex(({ text }) => SHELLS.test(text));
  return shell !== -1 && shell < position - 1 && /^-\w*c$/.test(words[position - 1]?.text ?? '');
}

/** Whether the value is stored in a variable. */
function isKept({ command, position, text }: Word): boolean {
  if (command.isList) return true;
  const name = nameOf(command);
  return ASSIGNMENT.test(text) || (position > 0 && (name === 'for' || name === 'set'));
}

function evaluatesVariables(command: SimpleCommand): boolean {
  const name = nameOf(command);
  const args = command.words.slice(nameIndex(command) + 1);
  const expands = args.some(({ text }) => text.includes(EXPANSION));
  if (name === 'let') return true;
  if (command.words.some((word) => isScript(word) && word.text.includes(EXPANSION))) return true;
  if (name === '[' || name === 'test') {
    return args.some(({ text }, at) => TESTING_NAME.test(text) && args[at + 1]?.text.includes(EXPANSION));
  }
  if (name === 'printf') return args[0]?.text === '-v' && expands;
  if (/^(?:declare|typeset|local|integer|float|nameref|export|readonly)$/.test(name)) {
    return /^(?:integer|float|nameref)$/.test(name) || args.some(({ text }) => /^-\w*[inaA]/.test(text));
  }
  return EVALUATING.has(name) && !READING.has(name) && expands;
}

/** An expression of digits and operators alone is harmless. */
function isEvaluated({ kind, content }: ShellText['evaluated'][number]): boolean {
  if (kind === '((') return /[A-Za-z_]/.test(content) || content.includes(EXPANSION);
  if (kind === '[[') return /(?:^| )-(?:eq|ne|lt|le|gt|ge|v|R) /.test(content);
  return /^!|@[A-Za-z]$/.test(content) || /\[[^\]]*[A-Za-z_\u{E001}]|:\s*[A-Za-z_\u{E001}(]/u.test(content);
}

/** A shell without a script argument runs its input as a script. */
function readsScript(command: SimpleCommand): boolean {
  const first = nameIndex(command);
  const { words } = command;
  const isShell = /^(?:.*\/)?(?:sh|bash|dash|ash|ksh|mksh|zsh|fish)$/.test(words[first]?.text ?? '');
  const args = words.slice(first + 1);
  return (
    isShell && (args.every(({ text }) => text.startsWith('-')) || args.some(({ text }) => text === '-s'))
  );
}

function nameOf(command: SimpleCommand): string {
  return command.isList ? '' : (command.words[nameIndex(command)]?.text ?? '');
}

/** The index behind assignments and prefixes such as `sudo`. */
function nameIndex({ words }: SimpleCommand): number {
  let at = 0;
  let isPrefixed = false;
  for (; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    if (ASSIGNMENT.test(text) || (isPrefixed && text.startsWith('-'))) continue;
    if (!PREFIXES.has(text)) break;
    isPrefixed = true;
  }
  return at;
}

/** Why the value cannot be passed to the command; undefined when it can. */
export function valueProblem(value: string, rule: ValueRule | undefined): string | undefined {
  if (rule === 'integer' && !/^[+-]?\d{1,18}$/.test(value)) return 'is no whole number';
  if (rule === 'operand' && /^(?:-[A-Za-z]{1,2}|[!()]|[!=<>]=?)$/.test(value))
    return 'looks like an operator';
  return undefined;
}
