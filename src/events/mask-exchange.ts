/**
 * Adds texts without secrets to what was sent, so that a page can hide the secrets until its user wants to see them.
 * Such a text is left out where there is nothing to hide.
 */
import { textOfBytes } from '../http/message/headers.js';
import { isSecretFieldName } from '../redaction/secret-names.js';
import { redactHeader, redactUrl } from '../redaction/redact.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { ExchangeFacts, ExchangeHop } from '../runner/outcome/exchange-facts.js';
import type { RequestOutcome } from '../runner/outcome/result.js';

export interface ExchangeView extends Omit<ExchangeFacts, 'hops'> {
  readonly hops: readonly HopView[];
  /** The body of `request` without secrets. */
  readonly maskedBody?: string;
}

export interface HopView extends Omit<ExchangeHop, 'headers'> {
  readonly maskedUrl?: string;
  readonly maskedLocation?: string;
  readonly headers: readonly SentHeader[];
}

interface SentHeader {
  readonly name: string;
  readonly value: string;
  readonly masked?: string;
}

type Places = Pick<RequestOutcome, 'secretHeaders' | 'secretParameters'>;

export function maskExchange(
  exchange: ExchangeFacts,
  sentBody: string,
  places: Places,
  secrets: SecretSet,
): ExchangeView {
  const hops = exchange.hops.map((hop) => maskHop(hop, places, secrets));
  const maskedBody = secrets.redact(sentBody);
  return maskedBody === sentBody ? { ...exchange, hops } : { ...exchange, hops, maskedBody };
}

/** Every result has at least one hop, so nothing is copied that does not differ. */
function maskHop(hop: ExchangeHop, { secretHeaders, secretParameters }: Places, secrets: SecretSet): HopView {
  const { kind, method, url, headers, bodySize, statusCode, location, duration } = hop;
  const maskedUrl = redactUrl(url, secrets, secretParameters);
  const shown = headers.map(([name, bytes]): SentHeader => {
    const value = textOfBytes(bytes);
    const masked = redactHeader(name, value, secrets, secretHeaders);
    return masked === value ? { name, value } : { name, value, masked };
  });
  const facts = { headers: shown, bodySize, statusCode, duration };
  const view =
    maskedUrl === url ? { kind, method, url, ...facts } : { kind, method, url, maskedUrl, ...facts };
  if (location === undefined) return view;
  const maskedLocation = redactUrl(location, secrets, secretParameters);
  return maskedLocation === location ? { ...view, location } : { ...view, location, maskedLocation };
}

/** The names of captures that are secret by their name or contain a secret. */
export function findSecretCaptures(
  captures: RequestOutcome['captures'],
  secrets: SecretSet,
): readonly string[] {
  const entries = Object.entries(captures);
  if (entries.length === 0) return NO_NAMES;
  return entries
    .filter(
      ([name, value]) => isSecretFieldName(name) || (typeof value === 'string' && secrets.contains(value)),
    )
    .map(([name]) => name);
}

const NO_NAMES: readonly string[] = [];

export const NO_SECRETS = new SecretSet();
