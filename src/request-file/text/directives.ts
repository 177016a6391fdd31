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
  | 'each'
  | 'wait-for'
  | 'integer'
  | 'duration'
  | 'status-codes'
  | 'auth'
  | 'set'
  | 'mock-when'
  | 'mock-delay'
  | 'mock-fault'
  | 'mock-sequence';

/** Kinds of directives in which placeholders are not replaced. */
const LITERAL_KINDS: ReadonlySet<DirectiveKind> = new Set([
  'name',
  'description',
  'tags',
  'reason',
  'flag',
  'depends',
  'quoted-text',
  'mock-delay',
  'mock-fault',
  'mock-sequence',
]);

/** Directives of other clients in whose values placeholders are replaced. */
const CLIENT_TEMPLATES: ReadonlySet<string> = new Set(['loop', 'sleep', 'connection-timeout']);

/** Whether placeholders are replaced in the value of this directive. */
export function isTemplateDirective(name: string): boolean {
  const key = name.toLowerCase();
  const directive = DIRECTIVES.get(key);
  return directive === undefined ? CLIENT_TEMPLATES.has(key) : !LITERAL_KINDS.has(directive.kind);
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

type DirectiveRow = Pick<Directive, 'name' | 'kind'> & Partial<Directive>;

const duration = (min: number): Pick<Directive, 'kind' | 'grammar' | 'min'> => ({
  kind: 'duration',
  grammar: `a duration of at least ${min} ms such as \`500\` or \`5 s\``,
  min,
});
/** The longest pause before a request. */
export const MAX_DELAY_MS = 3_600_000;
const CONDITION = 'a condition such as `{{env}} == prod`';

/** The order is that of docs/language.md#directives, in which built trees are printed. */
const TABLE: readonly DirectiveRow[] = [
  { name: 'name', key: '', kind: 'name', grammar: 'a name' },
  { name: 'description', key: '', kind: 'description', grammar: 'text' },
  { name: 'tags', key: '', kind: 'tags', repeat: 'adds', grammar: 'a comma list' },
  {
    name: 'set',
    kind: 'set',
    repeat: 'adds',
    grammar: '`[global] name = value`, and conditions on variables such as `when variable env == "test"`',
  },
  { name: 'skip', kind: 'reason', grammar: 'a reason' },
  { name: 'only', kind: 'flag' },
  { name: 'if', kind: 'texts', repeat: 'adds', grammar: CONDITION },
  { name: 'unless', kind: 'texts', repeat: 'adds', grammar: CONDITION },
  { name: 'depends', kind: 'depends', repeat: 'adds', grammar: 'a comma list of request names' },
  { name: 'data', kind: 'data', grammar: 'a path that ends in `.csv` or `.json`' },
  {
    name: 'each',
    kind: 'each',
    grammar: 'a list such as `{{ids}}`, `[1, 2]` or `1..5`, and perhaps `as name`',
  },
  {
    name: 'delay',
    ...duration(0),
    grammar: 'a duration of at most 1 h such as `500` or `5 s`',
    max: MAX_DELAY_MS,
  },
  { name: 'waitFor', kind: 'wait-for', grammar: '`URL [status] [time limit] [interval]`' },
  { name: 'timeout', ...duration(1) },
  { name: 'retry', kind: 'integer', grammar: 'an integer from 0 to 100', min: 0, max: 100 },
  { name: 'retryDelay', ...duration(0) },
  {
    name: 'retryOn',
    kind: 'status-codes',
    repeat: 'adds',
    grammar: 'a comma list of status codes or classes such as `503, 5xx`',
  },
  { name: 'no-redirect', key: 'noRedirect', kind: 'flag' },
  { name: 'no-cookie-jar', key: 'noCookieJar', kind: 'flag' },
  { name: 'auth', kind: 'auth', grammar: 'a method and its parameters' },
  { name: 'before', kind: 'texts', repeat: 'adds', grammar: 'a shell command' },
  { name: 'after', kind: 'texts', repeat: 'adds', grammar: 'a shell command' },
  { name: 'db', kind: 'text', grammar: 'a connection string such as `sqlite:./shop.db`' },
  { name: 'stress.weight', kind: 'integer', grammar: 'an integer of at least 0', min: 0 },
  { name: 'stress.think', ...duration(0) },
  { name: 'stress.skip', kind: 'flag' },
  { name: 'stress.setup', kind: 'flag' },
  { name: 'stress.teardown', kind: 'flag' },
  { name: 'contract.provider', kind: 'quoted-text', grammar: 'a name' },
  { name: 'contract.state', kind: 'quoted-text', grammar: 'text' },
  {
    name: 'mock.when',
    kind: 'mock-when',
    repeat: 'adds',
    grammar:
      'a comparison of `query.name`, `path.name`, `header X`, `cookie X` or `body.path`, such as `query.page == 2`, by any operator but `schema` and `snapshot`, or several joined by `and`',
  },
  {
    name: 'mock.delay',
    kind: 'mock-delay',
    grammar: 'a duration of at most 1 h such as `200ms`, or a range such as `100ms..2s`',
    max: MAX_DELAY_MS,
  },
  {
    name: 'mock.fault',
    kind: 'mock-fault',
    repeat: 'adds',
    grammar:
      '`reset`, `timeout`, `malformed`, `status 503` or `slow-body 1KB/s`, and perhaps a share such as `5%`',
  },
  { name: 'mock.sequence', kind: 'mock-sequence', grammar: '`cycle` or `last`' },
  { name: 'mock.template', kind: 'flag' },
];

/** Directives by lower-case name. */
export const DIRECTIVES: ReadonlyMap<string, Directive> = new Map(
  TABLE.map((row) => [row.name.toLowerCase(), complete(row)]),
);

function complete(row: DirectiveRow): Directive {
  return { key: row.name, repeat: row.kind === 'flag' ? 'any' : 'last', grammar: '', ...row };
}

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
