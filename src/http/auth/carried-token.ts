/** A token in an environment variable: what `svc auth login` prints and later commands of the same shell use. */
import { isPlainObject } from '../../primitives/plain-object.js';
import type { Clock } from '../../primitives/clock.js';
import type { Token } from './token-slot.js';

/** Followed by eight hexadecimal digits, which say whose token it is. */
export const CARRIED_PREFIX = 'SVC_OAUTH_';

/** A token for other processes, whose time runs by the time of day. */
export interface CarriedToken {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970; undefined when it does not say how long it is good. */
  readonly usableUntil: number | undefined;
}

/** Both clocks in milliseconds; a token lives by the monotonic one. */
export interface TokenClocks {
  readonly wallClock: () => number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Only characters that need no quotes in any shell. */
export function writeCarriedToken(token: Token, { wallClock, clock }: TokenClocks): string {
  const { accessToken, refreshToken, usableUntil } = token;
  const until = Number.isFinite(usableUntil)
    ? Math.round(wallClock() + usableUntil - clock.now())
    : undefined;
  const carried = { access: accessToken, refresh: refreshToken, until };
  return Buffer.from(JSON.stringify(carried), 'utf8').toString('base64url');
}

/** Undefined for a text that `writeCarriedToken` has not written. */
export function readCarriedToken(text: string): CarriedToken | undefined {
  if (text.length > MAX_CARRIED_CHARACTERS || !/^[\w-]+$/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isPlainObject(value)) return undefined;
  const { access, refresh, until } = value;
  if (typeof access !== 'string' || access === '') return undefined;
  return {
    accessToken: access,
    refreshToken: typeof refresh === 'string' && refresh !== '' ? refresh : undefined,
    usableUntil: typeof until === 'number' ? until : undefined,
  };
}

const MAX_CARRIED_CHARACTERS = 256 * 1024;

export function fromCarried(carried: CarriedToken, { wallClock, clock }: TokenClocks): Token {
  const { accessToken, refreshToken, usableUntil } = carried;
  const until = usableUntil === undefined ? Infinity : clock.now() + usableUntil - wallClock();
  return { accessToken, refreshToken, usableUntil: until };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of a process that hold tokens, for those who may see nothing else of it. */
export function carriedTokens(process: Environment): Environment {
  return Object.fromEntries(Object.entries(process).filter(([name]) => name.startsWith(CARRIED_PREFIX)));
}

/** What must not be shown of the environment of a process: each such variable, and the tokens in it. */
export function carriedSecrets(process: Environment): string[] {
  return Object.values(carriedTokens(process)).flatMap((value = '') => {
    if (value === '') return [];
    const carried = readCarriedToken(value);
    return [value, carried?.accessToken ?? [], carried?.refreshToken ?? []].flat();
  });
}
