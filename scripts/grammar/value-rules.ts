/** Rules for parts of lines: placeholders, literals, subjects and operators. */
import { SUBJECT_WORDS } from '../../src/request-file/expressions/parse-subject.js';
import { functionNames } from '../../src/request-file/text/function-names.js';
import { LENGTH_FORMS, OPERATORS, SYMBOLS, TYPE_NAMES } from '../../src/request-file/text/operators.js';
import { CONDITION_HELP } from '../../src/request-file/text/word-help.js';
import { INNER, PLAIN, VERSION } from './line-shapes.js';
import { anyOf, captures, include, scope, within, type Rule } from './rule.js';

const raw = String.raw;

const QUOTED = raw`"(?>(?:[^"\\\n]|\\.)*)"|'(?>(?:[^'\\\n]|\\.)*)'`;
const PATTERN = raw`/(?>(?:[^/\\\n]|\\.)+)/[a-z]*(?=[ \t]|$)`;
/** One word of a subject: brackets and quotes may hold blanks. */
const OPERAND = raw`(?:${QUOTED}|${PATTERN}|(?>(?:\[[^\]\n]*\]|\([^)\n]*\)|[^ \t\[(=<>!\n])+))`;

/** Words that compare; the symbols, and the forms of `length`, have rules of their own. */
const OPERATOR_NAMES = [...OPERATORS.keys()].filter(
  (name) => !Object.values(LENGTH_FORMS).includes(name) || name === LENGTH_FORMS['equals'],
);
const SYMBOL = anyOf(SYMBOLS.map(([symbol]) => symbol));
const OPERATOR_WORD = raw`(?i:(?:!|not[ \t]+)?${anyOf(OPERATOR_NAMES)}(?=[ \t=<>!]|$))`;
/** `length >= 3` is one operator. */
const AFTER_LENGTH = raw`(?<=[Ll][Ee][Nn][Gg][Tt][Hh])[ \t]*`;
export const OPERATOR = raw`(?:(?i:not[ \t]+)?${SYMBOL}|${OPERATOR_WORD}(?:${AFTER_LENGTH}${SYMBOL})?)`;

/** Those of the subjects that take a word after them. */
const WITH_OPERAND = ['header', 'cookie', 'jsonpath', 'xpath', 'regex', 'variable'] as const;
const PLAIN_SUBJECTS = SUBJECT_WORDS.filter((word) => !(WITH_OPERAND as readonly string[]).includes(word));

/** Groups: a word with an operand, the operand, a word alone, a path. */
export const SUBJECT = raw`(?:(${anyOf(WITH_OPERAND)})[ \t]+(?!${OPERATOR})(${OPERAND})|(${anyOf([...PLAIN_SUBJECTS, 'header'])})(?![\w\-])((?:[.\[]${OPERAND}?)?)|(${OPERAND}))`;
export const SUBJECT_CAPTURES = [
  'support.variable.subject',
  'variable.other.path',
  'support.variable.subject',
  'variable.other.path',
  'variable.other.path',
] as const;

const FUNCTION = anyOf(functionNames());

/** What may stand inside of `{{…}}`. */
const PLACEHOLDER_RULES: readonly Rule[] = [
  { name: scope('support.function'), match: raw`\$?${FUNCTION}(?=[ \t]*\()|\$${FUNCTION}(?![\w.])` },
  { name: scope('variable.other.environment'), match: raw`\$[A-Za-z_][\w.]*` },
  { name: scope('string.quoted'), match: raw`"[^"{}\n]*"|'[^'{}\n]*'` },
  { name: scope('constant.numeric'), match: raw`(?<![\w.\-])[+\-]?\d+(?:\.\d+)?(?![\w.\-])` },
  { name: scope('punctuation.separator'), match: '[(),]' },
  { name: scope('variable.other'), match: raw`[^\s{}(),$"'][^\s{}(),"']*` },
];

/**
 * A placeholder begins only where its end is on the same line, and nothing inside of it takes braces. It has no groups
 * with rules of their own: an engine reads a line again for each of those.
 */
function placeholderRule(content: string, ...inside: readonly string[]): Rule {
  const edges = captures('punctuation.definition.placeholder');
  return {
    name: scope('meta.placeholder'),
    begin: raw`(\{\{)(?<!\\\{\{)(?!\{)(?=(?>(?:${content})*)\}\})(?![ \t]*\}\})`,
    beginCaptures: edges,
    end: raw`(\}\})`,
    endCaptures: edges,
    patterns: [...inside, 'placeholder-text'].map(include),
  };
}

export const VALUE_RULES: Readonly<Record<string, Rule>> = {
  placeholder: placeholderRule(raw`${PLAIN}|${INNER}`, 'inner-placeholder'),
  'inner-placeholder': placeholderRule(PLAIN),
  nothing: { match: raw`\x{FFFF}` },
  'placeholder-text': { patterns: PLACEHOLDER_RULES },
  quoted: { name: scope('string.quoted'), match: QUOTED },
  'regular-expression': { name: scope('string.regexp'), match: PATTERN },
  'file-path': { name: scope('string.unquoted.path'), match: raw`[^;{}\n]+|[;{}]` },
  'trailing-comment': { name: scope('comment.line.trailing'), match: raw`(?<=[ \t])#.*$` },
  number: {
    name: scope('constant.numeric'),
    match: raw`(?<![\w.\-])-?\d+(?:\.\d+)?(?:[eE][+\-]?\d+)?(?![\w.])`,
  },
  duration: {
    match: raw`(?<![\w.\-])(\d+)[ \t]*((?i:ms|s|m|h))?(?![\w.])`,
    captures: captures('constant.numeric', 'keyword.other.unit'),
  },
  constant: { name: scope('constant.language'), match: raw`(?<![\w.\-])(?i:true|false|null)(?![\w.\-])` },
  type: { name: scope('support.type'), match: raw`(?<![\w.\-])${anyOf(TYPE_NAMES)}(?![\w.\-])` },
  condition: {
    match: raw`(?<=[ \t])(${anyOf(Object.keys(CONDITION_HELP))}|and(?![ \t]+[\d+\-{]))[ \t]+${SUBJECT}[ \t]*(${OPERATOR})?`,
    captures: captures('keyword.control', ...SUBJECT_CAPTURES, 'keyword.operator'),
  },
  range: { name: scope('keyword.operator'), match: raw`(?<=[ \t])(?:and|\+-|±)(?=[ \t])` },
  'inner-operator': {
    name: scope('keyword.operator'),
    match: raw`(?<=[ \t])${OPERATOR_WORD}|(?<=[ \t])${SYMBOL}`,
  },
  text: { name: scope('string.unquoted'), match: raw`[^ \t\n#"'\[\]{},]+` },
  expected: within(
    'quoted',
    'regular-expression',
    'condition',
    'range',
    'trailing-comment',
    'number',
    'constant',
    'type',
  ) as Rule,
  url: {
    patterns: [
      { match: raw`(?<=[ \t])((?i:${VERSION}))[ \t]*$`, captures: captures('constant.other.version') },
      { name: scope('markup.underline.link'), match: raw`[^ \t\n{}]+` },
    ],
  },
};
