import { toJson } from '../../primitives/json/json-writer.js';
import { DIRECTIVES, type Directive } from '../text/directives.js';
import { REPEATED_KEYS } from '../model/client-directives.js';
import type {
  Auth,
  Conditional,
  EachDirective,
  Metadata,
  MockDelay,
  MockFault,
  Request,
  VariableSet,
  WaitFor,
  WrittenDirective,
} from '../model/model.js';
import { AUTH_METHODS } from '../parse/parse-auth.js';
import { dependencyText, quote } from '../text/quotes.js';
import { mockDelayValue, mockFaultValue, mockWhenValue } from './print-mock.js';
import { conditionsText } from './print-value.js';

/** A value that begins with `=` is written after another `=`, which the parser removes. */
export function directiveLine({ name, value }: WrittenDirective): string {
  if (value === '') return `# @${name}`;
  return /^=(?!=)/.test(value) ? `# @${name} = ${value}` : `# @${name} ${value}`;
}

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'dynamicValues',
  ...Array.from(DIRECTIVES.values(), ({ key }) => key),
]);

/** The directives of a built request, in the order of their table. */
export function builtDirectives(request: Request): WrittenDirective[] {
  const built: WrittenDirective[] = [];
  const { metadata } = request;
  const keys = Object.keys(metadata);
  const isBare = keys.length === 0;
  for (const directive of isBare ? DIRECTIVES_OF_FIELDS : DIRECTIVES.values()) {
    if (directive.key !== '' && !mayBeWritten(metadata, directive.key)) continue;
    for (const value of writtenValues(request, directive)) built.push({ name: directive.name, value });
  }
  for (const name of keys) {
    const value = metadata[name];
    // What `@ref` names is written as `@depends`.
    if (value === undefined || KNOWN_KEYS.has(name) || name === 'ref') continue;
    // Directives without a value are written too, because they are lines of the text.
    const values = REPEATED_KEYS.has(name) ? text(value).split('\n') : [text(value)];
    for (const each of values) built.push({ name, value: each });
  }
  return built;
}

/** The directives for which a request has fields of its own; they come first in the table. */
const DIRECTIVES_OF_FIELDS: readonly Directive[] = [...DIRECTIVES.values()].filter(({ key }) => key === '');

/** A request has few of the many directives. */
function mayBeWritten(metadata: Metadata, key: string): boolean {
  return metadata[key] !== undefined || metadata.dynamicValues !== undefined;
}

/** One value for each line. */
function writtenValues(request: Request, { key, kind }: Directive): readonly string[] {
  const { name, title, description, tags, metadata } = request;
  if (kind === 'name') return name === title ? [] : [name];
  if (kind === 'description') return description === '' ? [] : [description];
  if (kind === 'tags') return tags.length === 0 ? [] : [tags.join(', ')];
  const value = metadata[key];
  if (value === undefined) return dynamicValue(metadata, key);
  switch (kind) {
    case 'reason':
      return [value === 'skipped' ? '' : text(value)];
    case 'flag':
      return value === true ? [''] : [];
    case 'texts':
      return value as readonly string[];
    case 'depends':
      return [(value as readonly string[]).map(dependencyText).join(', ')];
    case 'status-codes':
      return [(value as readonly string[]).join(', ')];
    case 'wait-for':
      return [waitForValue(value as WaitFor)];
    case 'each':
      return [eachValue(value as EachDirective)];
    case 'auth':
      return [authValue(value as Auth)];
    case 'set':
      return (value as readonly VariableSet[]).map(setValue);
    case 'quoted-text':
      return [keepQuotes(text(value))];
    case 'mock-when':
      return (value as readonly Conditional[]).map(mockWhenValue);
    case 'mock-delay':
      return [mockDelayValue(value as MockDelay)];
    case 'mock-fault':
      return (value as readonly MockFault[]).map(mockFaultValue);
    default:
      return [text(value)];
  }
}

/** Other types than text and numbers are no values of directives and do not parse back. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}

/** A value that is written as a placeholder is stored in `dynamicValues`. */
function dynamicValue({ dynamicValues }: Metadata, key: string): readonly string[] {
  if (dynamicValues === undefined || !Object.hasOwn(dynamicValues, key)) return [];
  return [dynamicValues[key] ?? ''];
}

const WAIT_DEFAULTS: readonly (number | string)[] = [200, 30_000, 1000];

function waitForValue({ url, status, timeout, interval }: WaitFor): string {
  const words = [status, timeout, interval];
  while (words.length > 0 && words.at(-1) === WAIT_DEFAULTS[words.length - 1]) words.pop();
  return [url, ...words].join(' ');
}

function eachValue({ source, name }: EachDirective): string {
  return name === 'each' ? source : `${source} as ${name}`;
}

function setValue(set: VariableSet): string {
  const value = set.value === '' ? '' : ` ${set.value}`;
  return `${set.global ? 'global ' : ''}${set.name} =${value}${conditionsText(set)}`;
}

function authValue({ type, params }: Auth): string {
  return params.length === 0
    ? AUTH_METHODS[type]
    : `${AUTH_METHODS[type]} ${params.map(parameter).join(', ')}`;
}

/** Quotes an empty parameter, which would be lost at the end of a line, and one with a quote. */
function parameter(text: string): string {
  return text === '' || /,[ \t]|"|^[ \t]|[ \t]$/.test(text) ? quote(text) : text;
}

/** Adds the pair of quotes that the parser removes, where it keeps blanks or quotes at the ends. */
function keepQuotes(text: string): string {
  return /^[ \t]|[ \t]$|^".*"$/s.test(text) ? `"${text}"` : text;
}
