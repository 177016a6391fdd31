/** Where a shell would read a value a second time, and so could take it for a command. */
import { EXPANSION, PLACEHOLDER, type ShellText, type SimpleCommand, type Word } from './shell-words.js';

/** What a value has to be, so that it cannot be taken for anything else. */
export type ValueRule = 'integer' | 'operand';

export interface SpotRule {
  readonly refusal?: string;
  readonly value?: ValueRule;
}

/** Their arguments are code, names with subscripts, or words that another shell reads. */
const EVALUATING: ReadonlySet<string> = new Set(
  (
    'eval source . trap let declare typeset local integer float nameref unset read mapfile ' +
    'readarray getopts alias complete compgen bind enable fc wait print function select ssh watch ' +
    'parallel at batch'
  ).split(' '),
);

/** Those that take values from elsewhere into variables. */
const READING: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts']);
/** They run the rest of the line. */
const PREFIXES: ReadonlySet<string> = new Set(
  'command builtin exec env nohup nice sudo doas time xargs setsid stdbuf'.split(' '),
);
/** `-c` is followed by a script. */
const SHELLS = /^(?:.*\/)?(?:sh|bash|dash|ash|ksh|mksh|zsh|fish|su|script|flock)$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;
/** A shell expands what they hold. */
const ACTIVE_VARIABLES = /^(?:PS[0-4]|PROMPT_COMMAND|BASH_ENV|ENV|SHELLOPTS|BASHOPTS)$/;
const COMPARING = /^-(?:eq|ne|lt|le|gt|ge)$/;
const TESTING_NAME = /^-[vR]$/;

export function rulesOf(text: ShellText, written: string): SpotRule[] {
  const evaluates = text.commands.some(evaluatesVariables) || text.evaluated.some(isEvaluated);
  const keepsAll =
    text.hasHereString ||
    text.definesFunction ||
    written.includes('SVC_REF_') ||
    text.commands.some((command) => READING.has(nameOf(command)));
  const feedsShell = text.commands.some(readsScript);
  return text.spots.map((spot) => {
    if (spot.refusal !== undefined) return { refusal: spot.refusal };
    // In a comment.
    if (spot.words.length === 0) return {};
    if (feedsShell) return { refusal: 'in a command that gives text to another shell' };
    if (evaluates && (keepsAll || spot.words.some(isKept))) return { refusal: KEPT };
    const rules = spot.words.map((word, depth) => wordRule(word, depth === spot.words.length - 1));
    return rules.find(({ refusal }) => refusal !== undefined) ?? rules.at(-1) ?? {};
  });
}

const KEPT =
  'where it is kept in a variable, in a command that evaluates variables (arithmetic, [[ … ]], eval, declare)';

/** `isOwn`: the placeholder itself stands in the word, not a command in `$(…)` that has it. */
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
  const others = command.words.slice(first + 1);
  if (isScript(word))
    return { refusal: 'in a script for another shell; give it as an argument behind the script' };
  if (EVALUATING.has(name)) return { refusal: `in an argument of ${name}, which a shell evaluates` };
  if (name === 'for' && word.position === first + 1)
    return { refusal: 'where the name of a variable stands' };
  if (name === 'export' || name === 'readonly') {
    const isPlain = ASSIGNMENT.test(text) && !text.slice(0, text.indexOf('=')).includes('[');
    const isSafe = isPlain && !others.some((other) => other.text.startsWith('-'));
    return isSafe ? {} : { refusal: `where ${name} expects a name; write ${name} NAME=value` };
  }
  if (name === 'printf') return printfRule(word, others);
  return name === '[' || name === 'test' ? testRule(word, others) : {};
}

/** `-v` names a variable, and numbers may be expressions. */
function printfRule(word: Word, others: readonly Word[]): SpotRule {
  if (others[0]?.text === '-v') return { refusal: 'in an argument of printf -v, which a shell evaluates' };
  const formatAt = others[0]?.text === '--' ? 1 : 0;
  const format = others[formatAt]?.text ?? '';
  if (others.indexOf(word) <= formatAt) {
    return format.startsWith(PLACEHOLDER) ? { refusal: 'where the format of printf begins; use %s' } : {};
  }
  const conversions = format.match(/%[^a-zA-Z%]*[a-zA-Z%]/g)?.filter((each) => !each.endsWith('%')) ?? [];
  const index = others.indexOf(word) - formatAt - 1;
  const own = conversions.some((each) => each.includes('*')) ? '%d' : conversions[index % conversions.length];
  return own !== undefined && /[^sbqc]$/.test(own) ? { value: 'integer' } : {};
}

function testRule(word: Word, others: readonly Word[]): SpotRule {
  const at = others.indexOf(word);
  if (word.text.startsWith('-')) return { refusal: 'in an operator of [ … ]' };
  if (TESTING_NAME.test(others[at - 1]?.text ?? '')) {
    return { refusal: 'where [ … ] expects the name of a variable' };
  }
  if (others.some(({ text }) => COMPARING.test(text))) return { value: 'integer' };
  const open = others.filter(({ text }) => text.includes(PLACEHOLDER) || text.includes(EXPANSION));
  const operands = others.filter(({ text }) => text !== ']');
  const isBinary = operands.length === 3 && /^(?:!?=|==|-\w\w|[<>])$/.test(operands[1]?.text ?? '');
  // With two values, one could be an operator for the other.
  return open.length > 1 && !isBinary && word.text.startsWith(PLACEHOLDER) ? { value: 'operand' } : {};
}

/** Behind the `-c` of a shell, wherever in the line that shell is named. */
function isScript({ command: { words }, position }: Word): boolean {
  const shell = words.findIndex(({ text }) => SHELLS.test(text));
  return shell !== -1 && shell < position - 1 && /^-\w*c$/.test(words[position - 1]?.text ?? '');
}

/** Where its value can be had again by a name. */
function isKept({ command, position, text }: Word): boolean {
  if (command.isList) return true;
  const name = nameOf(command);
  return ASSIGNMENT.test(text) || (position > 0 && (name === 'for' || name === 'set'));
}

function evaluatesVariables(command: SimpleCommand): boolean {
  const name = nameOf(command);
  const others = command.words.slice(nameIndex(command) + 1);
  const expands = others.some(({ text }) => text.includes(EXPANSION));
  if (name === 'let') return true;
  if (command.words.some((word) => isScript(word) && word.text.includes(EXPANSION))) return true;
  if (name === '[' || name === 'test') {
    return others.some(({ text }, at) => TESTING_NAME.test(text) && others[at + 1]?.text.includes(EXPANSION));
  }
  if (name === 'printf') return others[0]?.text === '-v' && expands;
  if (/^(?:declare|typeset|local|integer|float|nameref|export|readonly)$/.test(name)) {
    return /^(?:integer|float|nameref)$/.test(name) || others.some(({ text }) => /^-\w*[inaA]/.test(text));
  }
  return EVALUATING.has(name) && !READING.has(name) && expands;
}

/** Digits and operators alone are harmless. */
function isEvaluated({ kind, content }: ShellText['evaluated'][number]): boolean {
  if (kind === '((') return /[A-Za-z_]/.test(content) || content.includes(EXPANSION);
  if (kind === '[[') return /(?:^| )-(?:eq|ne|lt|le|gt|ge|v|R) /.test(content);
  return /^!|@[A-Za-z]$/.test(content) || /\[[^\]]*[A-Za-z_\u{E001}]|:\s*[A-Za-z_\u{E001}(]/u.test(content);
}

/** A shell without a script of its own takes what it is given for one. */
function readsScript(command: SimpleCommand): boolean {
  const first = nameIndex(command);
  const { words } = command;
  const isShell = /^(?:.*\/)?(?:sh|bash|dash|ash|ksh|mksh|zsh|fish)$/.test(words[first]?.text ?? '');
  const others = words.slice(first + 1);
  return (
    isShell && (others.every(({ text }) => text.startsWith('-')) || others.some(({ text }) => text === '-s'))
  );
}

function nameOf(command: SimpleCommand): string {
  return command.isList ? '' : (command.words[nameIndex(command)]?.text ?? '');
}

/** Behind assignments and words that only say how the command is to be run. */
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

/** Why the value cannot be given to the command; undefined when it can. */
export function valueProblem(value: string, rule: ValueRule | undefined): string | undefined {
  if (rule === 'integer' && !/^[+-]?\d{1,18}$/.test(value)) return 'is no whole number';
  if (rule === 'operand' && /^(?:-[A-Za-z]{1,2}|[!()]|[!=<>]=?)$/.test(value))
    return 'looks like an operator';
  return undefined;
}
