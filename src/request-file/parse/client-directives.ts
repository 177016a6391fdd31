/** Reads the directives of other clients: what svc uses of them, and what it reports. */
import { isClientDuration, readLoop, REPEATED_KEYS } from '../model/client-directives.js';
import type { Directive } from '../text/directives.js';
import { wordEnd } from '../text/characters.js';
import { valueSpan, type DirectiveLine } from './directive-line.js';
import { noteFile, noteNameAt } from './name-sites.js';
import type { ParseState } from './parse-state.js';

/** `adds`: several lines count, each on a line of the text. `refers`: names requests, like `@depends`. */
export type ClientDirectiveUse = 'ignored' | 'used' | 'adds' | 'refers' | 'unusable';

type Check = (value: string) => boolean;
const anything: Check = () => true;

/** By lower-case name; the check says whether the value can be used. */
const USES: ReadonlyMap<string, readonly [ClientDirectiveUse, Check]> = new Map<
  string,
  readonly [ClientDirectiveUse, Check]
>([
  ['prompt', ['adds', (value) => value !== '']],
  ['import', ['adds', (value) => value !== '']],
  ['forceref', ['adds', (value) => value !== '']],
  ['ref', ['refers', (value) => value !== '']],
  ['note', ['used', anything]],
  ['no-log', ['used', anything]],
  ['title', ['used', (value) => value !== '']],
  ['disabled', ['used', (value) => value === '' || value === 'true']],
  ['sleep', ['used', isClientDuration]],
  ['connection-timeout', ['used', isClientDuration]],
  ['loop', ['used', (value) => readLoop(value) !== undefined]],
  ['no-auto-encoding', ['ignored', anything]],
  ['jwt', ['ignored', anything]],
  ['proxy', ['ignored', anything]],
  ['responseref', ['ignored', anything]],
]);

/** Undefined for a directive that no client defines. */
export function clientDirectiveUse(key: string, value: string): ClientDirectiveUse | undefined {
  const found = USES.get(key);
  if (found === undefined) return /^curl-|^env-.+-cmd$/.test(key) ? 'ignored' : undefined;
  const [use, isUsable] = found;
  return isUsable(value) ? use : 'unusable';
}

/** Decided by the name alone, so that a line without a value does not replace those before it. */
export function repeatOf(key: string): Directive['repeat'] {
  return REPEATED_KEYS.has(key) ? 'adds' : 'last';
}

/** `@import` shares the variables of another file. */
export function addImport(state: ParseState, line: DirectiveLine): void {
  state.addSharingImport(line.value, line.line);
  noteFile(state, line.value, valueSpan(line));
}

const DEFINED_NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['prompt', /^(?=\S)/],
  ['loop', /^for[ \t]+(?=[A-Za-z_][\w-]*[ \t]+of[ \t])/],
]);

/** The variable that `@prompt` asks for, or that `@loop` gives each element to; the request that `@forceRef` runs. */
export function noteClientName(state: ParseState, key: string, line: DirectiveLine): void {
  if (key === 'forceref') return noteNameAt(state, 'request', 'reference', line.value, valueSpan(line));
  const before = DEFINED_NAMES.get(key)?.exec(line.value)?.[0];
  if (before === undefined) return;
  const name = line.value.slice(before.length, wordEnd(line.value, before.length, line.value.length));
  noteNameAt(state, 'variable', 'definition', name, {
    line: line.line,
    column: line.valueColumn + before.length,
  });
}
