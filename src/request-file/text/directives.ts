/** The table of all directives, and the parts of a directive line. */
import { AT, EQUALS, HASH, SLASH, isBlank, isLetter, nameEnd, skipBlanks, trimEnd } from './characters.js';

export type DirectiveKind =
  | 'name'
  | 'description'
  | 'tags'
  | 'reason'
  | 'flag'
  | 'texts'
  | 'text'
  | 'quoted-text'
  | 'depends'
  | 'data'
  | 'wait-for'
  | 'integer'
  | 'duration'
  | 'status-codes'
  | 'auth';

/** Kinds of directives in which placeholders are not replaced. */
const LITERAL_KINDS: ReadonlySet<DirectiveKind> = new Set([
  'name',
  'description',
  'tags',
  'reason',
  'flag',
  'depends',
  'quoted-text',
]);

/** Whether placeholders are replaced in the value of this directive. */
export function isTemplateDirective(name: string): boolean {
  const directive = DIRECTIVES.get(name.toLowerCase());
  return directive !== undefined && !LITERAL_KINDS.has(directive.kind);
}

export interface Directive {
  /** The canonical spelling. */
  readonly name: string;
  /** The key in the metadata of a request; empty if the request has a field for it. */
  readonly key: string;
  readonly kind: DirectiveKind;
  /** Whether a second directive replaces the first with a warning, adds to it, or has no effect. */
  readonly repeat: 'last' | 'adds' | 'any';
  /** The form of a correct value, for messages. */
  readonly grammar: string;
  readonly min?: number;
  readonly max?: number;
}

const DURATION = (min: number): string => `a duration of at least ${min} ms such as \`500\` or \`5 s\``;

/** The order is that of docs/language.md#directives, in which built trees are printed. */
const TABLE: readonly Directive[] = [
  { name: 'name', key: '', kind: 'name', repeat: 'last', grammar: 'a name' },
  { name: 'description', key: '', kind: 'description', repeat: 'last', grammar: 'text' },
  { name: 'tags', key: '', kind: 'tags', repeat: 'adds', grammar: 'a comma list' },
  { name: 'skip', key: 'skip', kind: 'reason', repeat: 'last', grammar: 'a reason' },
  { name: 'only', key: 'only', kind: 'flag', repeat: 'any', grammar: '' },
  { name: 'if', key: 'if', kind: 'texts', repeat: 'adds', grammar: 'a condition such as `{{env}} == prod`' },
  {
    name: 'unless',
    key: 'unless',
    kind: 'texts',
    repeat: 'adds',
    grammar: 'a condition such as `{{env}} == prod`',
  },
  {
    name: 'depends',
    key: 'depends',
    kind: 'depends',
    repeat: 'adds',
    grammar: 'a comma list of request names',
  },
  {
    name: 'data',
    key: 'data',
    kind: 'data',
    repeat: 'last',
    grammar: 'a path that ends in `.csv` or `.json`',
  },
  {
    name: 'waitFor',
    key: 'waitFor',
    kind: 'wait-for',
    repeat: 'last',
    grammar: '`URL [status] [time limit] [interval]`',
  },
  { name: 'timeout', key: 'timeout', kind: 'duration', repeat: 'last', grammar: DURATION(1), min: 1 },
  {
    name: 'retry',
    key: 'retry',
    kind: 'integer',
    repeat: 'last',
    grammar: 'an integer from 0 to 100',
    min: 0,
    max: 100,
  },
  { name: 'retryDelay', key: 'retryDelay', kind: 'duration', repeat: 'last', grammar: DURATION(0), min: 0 },
  {
    name: 'retryOn',
    key: 'retryOn',
    kind: 'status-codes',
    repeat: 'adds',
    grammar: 'a comma list of status codes or classes such as `503, 5xx`',
  },
  { name: 'no-redirect', key: 'noRedirect', kind: 'flag', repeat: 'any', grammar: '' },
  { name: 'no-cookie-jar', key: 'noCookieJar', kind: 'flag', repeat: 'any', grammar: '' },
  { name: 'auth', key: 'auth', kind: 'auth', repeat: 'last', grammar: 'a method and its parameters' },
  { name: 'before', key: 'before', kind: 'texts', repeat: 'adds', grammar: 'a shell command' },
  { name: 'after', key: 'after', kind: 'texts', repeat: 'adds', grammar: 'a shell command' },
  {
    name: 'db',
    key: 'db',
    kind: 'text',
    repeat: 'last',
    grammar: 'a connection string such as `sqlite:./shop.db`',
  },
  {
    name: 'stress.weight',
    key: 'stress.weight',
    kind: 'integer',
    repeat: 'last',
    grammar: 'an integer of at least 0',
    min: 0,
  },
  {
    name: 'stress.think',
    key: 'stress.think',
    kind: 'duration',
    repeat: 'last',
    grammar: DURATION(0),
    min: 0,
  },
  { name: 'stress.skip', key: 'stress.skip', kind: 'flag', repeat: 'any', grammar: '' },
  { name: 'stress.setup', key: 'stress.setup', kind: 'flag', repeat: 'any', grammar: '' },
  { name: 'stress.teardown', key: 'stress.teardown', kind: 'flag', repeat: 'any', grammar: '' },
  {
    name: 'contract.provider',
    key: 'contract.provider',
    kind: 'quoted-text',
    repeat: 'last',
    grammar: 'a name',
  },
  { name: 'contract.state', key: 'contract.state', kind: 'quoted-text', repeat: 'last', grammar: 'text' },
];

/** Directives by lower-case name. */
export const DIRECTIVES: ReadonlyMap<string, Directive> = new Map(
  TABLE.map((d) => [d.name.toLowerCase(), d]),
);

/** The offsets of a directive line in the source. */
export interface DirectiveSite {
  /** The offset of the `@`. */
  readonly at: number;
  readonly nameStop: number;
  readonly valueStart: number;
  readonly valueStop: number;
}

/** Splits `# @name value`, where `first` is the offset of its `#` or `//`; undefined for a comment. */
export function directiveAt(text: string, first: number, lineEnd: number): DirectiveSite | undefined {
  const code = text.charCodeAt(first);
  const marks = code === HASH ? 1 : code === SLASH && text.charCodeAt(first + 1) === SLASH ? 2 : 0;
  if (marks === 0) return undefined;
  const at = skipBlanks(text, first + marks, lineEnd);
  if (text.charCodeAt(at) !== AT || at >= lineEnd) return undefined;
  return directiveFrom(text, at, lineEnd);
}

/** The same, starting at the `@`. */
export function directiveFrom(text: string, at: number, lineEnd: number): DirectiveSite | undefined {
  const end = trimEnd(text, at, lineEnd);
  if (!isLetter(text.charCodeAt(at + 1))) return undefined;
  const nameStop = nameEnd(text, at + 1, end);
  if (nameStop === end) return { at, nameStop, valueStart: end, valueStop: end };
  const next = skipBlanks(text, nameStop, end);
  if (text.charCodeAt(next) === EQUALS && text.charCodeAt(next + 1) !== EQUALS) {
    return { at, nameStop, valueStart: skipBlanks(text, next + 1, end), valueStop: end };
  }
  return isBlank(text.charCodeAt(nameStop)) ? { at, nameStop, valueStart: next, valueStop: end } : undefined;
}
