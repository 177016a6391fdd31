/** What ioredis, Redis and the network report, in our words. Nothing here shows a user or a password. */
import { ServiceError } from '../../errors.js';
import { networkFailure } from '../../http/message/network-failure.js';
import type { QueueAddress } from '../settings/queue-address.js';
import { QueueLost } from './queue-transport.js';
import { RESPONSE_LIMIT_MS } from './response-limit.js';

export const MISSING_PACKAGES =
  'a queue needs the packages bullmq and ioredis; install them beside svc (npm install bullmq@6 ioredis@6)';

/** The error of a first contact. */
export function contactError(error: unknown, address: QueueAddress): Error {
  if (error instanceof ServiceError) return error;
  return refusal(error, address) ?? unreachable(error, address);
}

/**
 * The error of a call later on: refusals stay what they are, everything else means that the queue is away. `fault` is
 * why the connection is not there, which the calls that fail meanwhile do not say.
 */
export function callError(error: unknown, address: QueueAddress, fault?: unknown): Error {
  return refusal(error, address) ?? new QueueLost(reasonOfLoss(fault ?? error, address));
}

/** A key holds something of another type or form, which only a stranger can have written. */
export function isForeignContent(error: unknown): boolean {
  return /WRONGTYPE|not an integer|not a valid float/.test(messageOf(error));
}

function unreachable(error: unknown, address: QueueAddress): ServiceError {
  const isClosed = messageOf(error).startsWith('Connection is closed');
  return unreachableQueue(networkReason(error, address, isClosed), error);
}

/** `reason` is in the words of network errors. */
export function unreachableQueue(reason: string, cause: unknown): ServiceError {
  return new ServiceError('network', `the queue cannot be reached: ${reason}`, { cause });
}

function reasonOfLoss(error: unknown, address: QueueAddress): string {
  if (/timed out|no response/.test(messageOf(error)))
    return `${address.place} did not respond within ${RESPONSE_LIMIT_MS / 1000} s`;
  return networkReason(error, address, ['', 'ECONNRESET', 'EPIPE'].includes(codeOf(error)));
}

function networkReason(error: unknown, { place, tls }: QueueAddress, isClosed: boolean): string {
  const code = codeOf(error);
  const phase = isClosed ? 'request' : tls && !BEFORE_TLS.has(code) ? 'tls' : 'connect';
  return networkFailure(error, phase, place).message;
}

const BEFORE_TLS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EMFILE',
  'ENFILE',
]);

/** What Redis itself responds; undefined if it did not. */
function refusal(error: unknown, { place }: QueueAddress): ServiceError | undefined {
  const text = messageOf(error);
  if (/\b(?:WRONGPASS|NOAUTH)\b|invalid password|wrong number of arguments for 'auth'/.test(text)) {
    return new ServiceError('unavailable', `the queue refused the user or password (${place})`);
  }
  if (text.includes('NOPERM')) {
    return new ServiceError('unavailable', `the queue does not allow ${commandOf(error, text)} to this user`);
  }
  if (/Unknown RESP type|Protocol error/.test(text)) {
    return new ServiceError('unavailable', `${place} is not a Redis server`);
  }
  return undefined;
}

/** Redis names the command in lower case and quotes; of a forbidden key, only ioredis knows it. */
function commandOf(error: unknown, text: string): string {
  const [, named] = /run the '([^'|]+)/.exec(text) ?? [];
  const command: unknown = error instanceof Error ? Reflect.get(error, 'command') : undefined;
  const sent: unknown = typeof command === 'object' && command !== null ? Reflect.get(command, 'name') : '';
  if (named !== undefined) return named.toUpperCase();
  return typeof sent === 'string' && sent !== '' ? sent.toUpperCase() : 'a command';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}
