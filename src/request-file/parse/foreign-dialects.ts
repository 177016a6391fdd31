/** Recognises constructs of other clients, which are kept as text; no script is ever executed. */
import { GREATER, HASH, isBlank, isMark, skipBlanks, trimBlanks, trimEnd } from '../text/characters.js';
import { splitWords } from '../text/split-words.js';
import type { ParseState } from './parse-state.js';
import type { RunLine } from '../model/model.js';
import { openingAt } from '../text/template.js';

export interface ForeignConstruct {
  /** Its name in the warning. */
  readonly construct: string;
  /** What ends it on a later line; undefined for a construct of one line. */
  readonly until?: 'script' | 'braces';
  /** What svc makes of it; undefined for a construct that is reported and ignored. */
  readonly use?: 'check' | 'import' | 'run' | 'save' | 'reference' | 'script';
}

const SCRIPT: ForeignConstruct = { construct: 'a script', until: 'script', use: 'script' };
const ONE_LINE_SCRIPT: ForeignConstruct = { construct: 'a script', use: 'script' };
const BRACES: ForeignConstruct = { construct: 'a script block', until: 'braces', use: 'script' };
const RESPONSE_HANDLER: ForeignConstruct = { construct: 'a response handler file' };
const SCRIPT_FILE: ForeignConstruct = { construct: 'a script file', use: 'script' };
const RESPONSE_REFERENCE: ForeignConstruct = { construct: 'a response reference', use: 'reference' };
const OUTPUT_FILE: ForeignConstruct = { construct: 'an output redirection', use: 'save' };
const CHECK: ForeignConstruct = { construct: 'a `??` check', use: 'check' };
const HEAD_FILE: ForeignConstruct = { construct: 'a `<` line before the request' };
const IMPORT: ForeignConstruct = { construct: '`import`', use: 'import' };
const RUN: ForeignConstruct = { construct: '`run`', use: 'run' };

/** The construct at the start of a line, if any; some constructs are recognised only in a head. */
export function foreignAt(
  text: string,
  start: number,
  end: number,
  inHead: boolean,
): ForeignConstruct | undefined {
  switch (text.charCodeAt(start)) {
    case 60: // <
      return lessSign(text, start, end, inHead);
    case 62: // >
      return greaterSign(text, start, end);
    case 63: // ?
      return text.charCodeAt(start + 1) === 63 && end - start >= 2 ? CHECK : undefined;
    case 123: // {
      return braces(text, start, end);
    case 105: // i
      return inHead && text.startsWith('import', start) && oneWordFollows(text, start + 6, end)
        ? IMPORT
        : undefined;
    case 114: // r
      return inHead && text.startsWith('run', start) && readRunLine(text.slice(start, end)) !== undefined
        ? RUN
        : undefined;
    default:
      return undefined;
  }
}

/** Headers and bodies end at a separator, a block or a foreign construct. */
export function endsRegion(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(start);
  if (code === HASH) return isMark(text, start, HASH);
  if (code === GREATER && isMark(text, start, GREATER)) return true;
  return foreignAt(text, start, end, false) !== undefined;
}

function lessSign(text: string, start: number, end: number, inHead: boolean): ForeignConstruct | undefined {
  if (scriptOpens(text, start + 1, end)) return script(text, start, end);
  if (text.charCodeAt(start + 1) === 62) {
    return oneWordFollows(text, start + 2, end) ? RESPONSE_REFERENCE : undefined;
  }
  const something = isBlank(text.charCodeAt(start + 1)) && skipBlanks(text, start + 1, end) < end;
  if (!inHead || !something) return undefined;
  return oneWordFollows(text, start + 1, end) && isScriptFile(text, end) ? SCRIPT_FILE : HEAD_FILE;
}

function greaterSign(text: string, start: number, end: number): ForeignConstruct | undefined {
  if (scriptOpens(text, start + 1, end)) return script(text, start, end);
  if (text.charCodeAt(start + 1) === 62) {
    const after = text.charCodeAt(start + 2) === 33 ? start + 3 : start + 2;
    return oneWordFollows(text, after, end) ? OUTPUT_FILE : undefined;
  }
  if (!oneWordFollows(text, start + 1, end)) return undefined;
  return isScriptFile(text, end) ? SCRIPT_FILE : RESPONSE_HANDLER;
}

/** Whether the line ends in the name of a script. */
function isScriptFile(text: string, end: number): boolean {
  const stop = trimEnd(text, 0, end);
  return /\.(?:(?:m|c)?js|lua)$/.test(text.slice(Math.max(0, stop - 5), stop));
}

function scriptOpens(text: string, from: number, end: number): boolean {
  const at = skipBlanks(text, from, end);
  return at + 2 <= end && text.charCodeAt(at) === 123 && text.charCodeAt(at + 1) === 37;
}

function script(text: string, start: number, end: number): ForeignConstruct {
  const close = text.slice(start, end).indexOf('%}');
  return close < 0 ? SCRIPT : ONE_LINE_SCRIPT;
}

function braces(text: string, start: number, end: number): ForeignConstruct | undefined {
  const stop = trimEnd(text, start, end);
  if (text.charCodeAt(start + 1) !== 123 || stop - start < 2) return undefined;
  if (stop - start === 2) return BRACES;
  return /^\{\{[@+][\w-]+$/.test(text.slice(start, stop)) ? BRACES : undefined;
}

/** Whether only blanks, one word and the end of the line follow. */
function oneWordFollows(text: string, from: number, end: number): boolean {
  const word = skipBlanks(text, from, end);
  const stop = trimEnd(text, word, end);
  if (word === from || word === stop) return false;
  for (let at = word; at < stop; at++) if (isBlank(text.charCodeAt(at))) return false;
  return true;
}

/**
 * Reads a construct from the current line on and moves the reader after it. An unclosed one ends before the next
 * separator, so that a forgotten `%}` cannot swallow other requests.
 */
export function readForeign(state: ParseState, found: ForeignConstruct, inHead: boolean): string {
  const { reader, text } = state;
  reportForeign(state, found, inHead);
  const { start } = reader;
  state.foreignEnd = reader.end;
  reader.advance();
  while (found.until && !reader.done && !text.startsWith('###', reader.start)) {
    const line = text.slice(reader.start, reader.end);
    if (trimBlanks(line) !== '') state.foreignEnd = reader.end;
    reader.advance();
    if (found.until === 'script' ? line.includes('%}') : line.startsWith('}}')) break;
  }
  return text.slice(start, state.foreignEnd).replaceAll(/\r\n?/g, '\n');
}

/** A construct that has an effect here is no finding. */
function reportForeign(state: ParseState, { construct, use }: ForeignConstruct, inHead: boolean): void {
  if (use === 'reference') state.reportLine('ignored_script', { form: construct });
  else if (
    use === undefined ||
    (inHead ? use === 'check' || use === 'save' : use === 'import' || use === 'run')
  )
    state.reportLine('ignored_dialect', { construct });
}

/** The `@auth` value for an `Authorization` header in the short form of another client. */
export function dialectAuthorization(value: string): string | undefined {
  const [scheme = '', ...words] = splitWords(value);
  switch (scheme.toLowerCase()) {
    case 'basic':
      return shortForm('basic', words, true);
    case 'digest':
      // A complete header such as `Digest username="…", …` is no short form.
      return /^\w+=/.test(words[0] ?? '') ? undefined : shortForm('digest', words, false);
    case 'aws':
      return words.length < 2 ? undefined : cloudForm(words);
    default:
      return undefined;
  }
}

/** Parses `user pass`, or `user:pass` in one word; placeholders are not split. */
function shortForm(method: string, words: readonly string[], colonAllowed: boolean): string | undefined {
  const [first = '', ...rest] = words;
  if (rest.length > 0) return `${method} ${first}, ${rest.join(' ')}`;
  const colon = colonAllowed ? colonOutside(first) : -1;
  return colon < 0 ? undefined : `${method} ${first.slice(0, colon)}, ${first.slice(colon + 1)}`;
}

function colonOutside(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('{{', at)) at = openingAt(text, at, text.length).end - 1;
    else if (text[at] === ':') return at;
  }
  return -1;
}

function cloudForm([key, secret, ...options]: readonly string[]): string {
  const option = (name: string): string =>
    options.find((word) => word.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? `<${name}>`;
  const token = options.some((word) => word.toLowerCase().startsWith('token:')) ? `, ${option('token')}` : '';
  return `cloudsig ${key}, ${secret}, ${option('region')}, ${option('service')}${token}`;
}

const RUN_REQUEST = /^run[ \t]+#[ \t]*(.+?)(?:[ \t]*\(([^()]*)\))?[ \t]*$/;
const RUN_FILE = /^run[ \t]+([^\s#(]\S*)(?:[ \t]*\(([^()]*)\))?[ \t]*$/;

/** Reads `run path`, `run #name` and the overrides after them; undefined for a line that runs nothing. */
export function readRunLine(text: string): Omit<RunLine, 'line' | 'place'> | undefined {
  const request = RUN_REQUEST.exec(text);
  if (request) return { name: request[1] ?? '', overrides: overridesIn(request[2]) };
  const file = RUN_FILE.exec(text);
  return file ? { path: file[1] ?? '', overrides: overridesIn(file[2]) } : undefined;
}

/** `@a = x, @b = y`; a part without a name is left out. */
function overridesIn(text = ''): RunLine['overrides'] {
  return text.split(/,(?=\s*@)/).flatMap((part) => {
    const [, name, value = ''] = /^\s*@([\w.-]+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    return name === undefined ? [] : [{ name, value: value.replace(/^(["'])(.*)\1$/s, '$2') }];
  });
}
