/** Rules for lines that stand alone: each matches one whole line. */
import { AUTH_METHODS } from '../../src/request-file/parse/parse-auth.js';
import { DIRECTIVES, type Directive } from '../../src/request-file/text/directives.js';
import {
  BARE_URL_AHEAD,
  BLANKS,
  COMMENT_MARK,
  CONTINUATION,
  DEFINES,
  DEFINITION,
  DIRECTIVE_END,
  DIRECTIVE_NAME,
  FIRST_QUERY_MARK,
  FOREIGN_LINE,
  FURTHER_QUERY_MARK,
  HEAD_FOREIGN_LINE,
  HEADER_NAME,
  INK,
  KEYLESS_QUERY,
  METHOD,
  QUERY_MARK,
  SCRIPT_OPENING,
  START,
  VARIABLE_LINE,
} from './line-shapes.js';
import {
  anyOf,
  captures,
  command,
  embeddedPart,
  LINE_SCOPES,
  scope,
  within,
  type Captures,
  type Named,
  type Rule,
} from './rule.js';

const raw = String.raw;

const WORDS = { name: scope('string.unquoted'), ...within('placeholder') };

/** How values of directives look; other kinds are plain text. */
const VALUES: Partial<Record<Directive['kind'], DirectiveValue>> = {
  duration: within('duration'),
  integer: within('number'),
  'status-codes': { name: scope('constant.numeric') },
  'wait-for': within('duration', 'url'),
  depends: { name: scope('entity.name.function') },
  name: { name: scope('entity.name.function') },
  tags: { name: scope('entity.name.tag') },
  auth: within('auth-method'),
  texts: within('quoted', 'inner-operator'),
  'mock-when': within('quoted', 'regular-expression', 'condition', 'inner-operator', 'number', 'constant'),
  'mock-delay': { name: scope('constant.numeric') },
  'mock-fault': within('fault', 'number'),
  'mock-sequence': { name: scope('support.constant.sequence') },
};

type DirectiveValue = Named | 'command';

function valueOf(directive: Directive): DirectiveValue {
  if (directive.grammar === 'a shell command') return 'command';
  return VALUES[directive.kind] ?? WORDS;
}

/** The directives whose values look alike have one rule together; of these, the mark may be missing. */
function directiveRules(start: string): Rule[] {
  const alike = new Map<string, { readonly value: DirectiveValue; readonly names: string[] }>();
  for (const directive of DIRECTIVES.values()) {
    const value = valueOf(directive);
    const key = JSON.stringify(value);
    const group = alike.get(key) ?? { value, names: [] };
    group.names.push(directive.name);
    alike.set(key, group);
  }
  const ours = raw`${start}${BLANKS}(?:(${COMMENT_MARK})${BLANKS}|(?!${DEFINES}))`;
  return [
    ...Array.from(alike.values(), ({ names, value }) =>
      directiveRule(raw`${ours}(@(?i:${anyOf(names)}))`, 'keyword.other.directive', value),
    ),
    directiveRule(
      raw`${start}${BLANKS}(${COMMENT_MARK})${BLANKS}(@${DIRECTIVE_NAME})`,
      'entity.other.attribute-name.directive',
      WORDS,
    ),
  ];
}

function directiveRule(start: string, name: string, value: DirectiveValue): Rule {
  const line = LINE_SCOPES.directive;
  const shape = raw`${start}${DIRECTIVE_END}${BLANKS}(?:(=)(?!=)${BLANKS})?`;
  const parts = ['punctuation.definition.directive', name, 'punctuation.separator'];
  if (value !== 'command')
    return { name: line, match: raw`${shape}(.*)$`, captures: captures(...parts, value) };
  return { name: line, begin: shape, beginCaptures: captures(...parts), ...command() };
}

const METHOD_WORDS = anyOf(Object.values(AUTH_METHODS));

/** The request line is the beginning of a rule, so that its groups are shared. */
export const REQUEST_LINE = raw`${BLANKS}(?:(${METHOD})|${BARE_URL_AHEAD})(.*)$`;
export const REQUEST_LINE_CAPTURES: Captures = {
  '0': { name: LINE_SCOPES['request line'] },
  ...captures('keyword.other.method', { name: LINE_SCOPES['request line'], ...within('url') }),
};

const QUERY_PARTS = captures(
  'punctuation.definition.query',
  'variable.parameter.query',
  'punctuation.separator',
  WORDS,
);

function queryRule(mark: string): Rule {
  return {
    name: LINE_SCOPES.query,
    match: raw`${START}(${mark})([^=\n]*)(=)?${BLANKS}(.*)$`,
    captures: QUERY_PARTS,
  };
}

export const HEADER_LINE = raw`${BLANKS}(${HEADER_NAME})(:)${BLANKS}(.*)$`;

/** The scopes of the name and the colon. */
export const HEADER_PARTS = ['entity.name.tag.header', 'punctuation.separator'] as const;
export const HEADER_CAPTURES: Captures = {
  '0': { name: LINE_SCOPES.header },
  ...captures(...HEADER_PARTS, { ...WORDS, name: `${LINE_SCOPES.header} ${WORDS.name}` }),
};

/** Everything of a script of one line but its end. */
const SCRIPT_TEXT: Rule = {
  match: raw`(.*)(%\})`,
  captures: captures(embeddedPart('javascript', 'source.js'), 'punctuation.definition.script'),
};

export const LINE_RULES: Readonly<Record<string, Rule>> = {
  comment: {
    name: LINE_SCOPES.comment,
    match: raw`${START}${BLANKS}(${COMMENT_MARK}).*$`,
    captures: captures('punctuation.definition.comment'),
  },
  directive: { patterns: directiveRules(START) },
  /** The one that starts a request without a separator. */
  'late-directive': { patterns: directiveRules('^') },
  'auth-method': {
    patterns: [
      { name: scope('support.constant.auth'), match: raw`(?<=[Hh][ \t])(?i:${METHOD_WORDS})(?![\w\-])` },
      { name: scope('string.unquoted'), match: raw`[^ \t\n,]+` },
    ],
  },
  fault: {
    name: scope('support.constant.fault'),
    match: raw`(?<![\w\-])(?i:reset|timeout|malformed|status|slow-body)(?![\w\-])`,
  },
  variable: {
    name: LINE_SCOPES.variable,
    match: raw`${VARIABLE_LINE}(@)${DEFINITION}${BLANKS}(.*)$`,
    captures: captures(
      'punctuation.definition.variable',
      'storage.modifier.secret',
      'variable.other.definition',
      'punctuation.separator',
      WORDS,
    ),
  },
  continuation: {
    name: LINE_SCOPES['request line'],
    match: raw`${START}(?=${CONTINUATION})(.*)$`,
    captures: captures(within('url')),
  },
  query: { patterns: [queryRule(QUERY_MARK), queryRule(FURTHER_QUERY_MARK)] },
  'first-query': queryRule(FIRST_QUERY_MARK),
  'keyless-query': { name: scope('invalid.illegal.line'), match: raw`${START}${KEYLESS_QUERY}` },
  header: { match: raw`${START}${HEADER_LINE}`, captures: HEADER_CAPTURES },
  'one-line-script': {
    name: LINE_SCOPES.foreign,
    match: raw`${START}(?=.*%\})(${SCRIPT_OPENING})(.*)$`,
    captures: captures('punctuation.definition.script', { patterns: [SCRIPT_TEXT] }),
  },
  'foreign-line': foreignLine(FOREIGN_LINE),
  'head-foreign-line': foreignLine(HEAD_FOREIGN_LINE),
  'stray-closer': { name: scope('invalid.illegal.closer'), match: raw`${START}<<<.*$` },
  'misplaced-definition': { name: scope('invalid.illegal.line'), match: raw`${START}${BLANKS}@.*$` },
  misplaced: { name: scope('invalid.illegal.line'), match: raw`${START}${BLANKS}(?=${INK}).*$` },
};

function foreignLine(shape: string): Rule {
  return {
    name: LINE_SCOPES.foreign,
    match: raw`${START}(?=${shape})(\S+)(.*)$`,
    captures: captures('keyword.other.foreign', WORDS),
  };
}
