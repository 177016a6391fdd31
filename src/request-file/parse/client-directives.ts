/** Reads the directives of other clients: what svc uses of them, and what it reports. */
import { isClientDuration, readLoop } from '../model/client-directives.js';

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
