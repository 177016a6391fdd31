/**
 * Adds texts without secrets to what was sent, so that a page can hide the secrets until its user wants to see them.
 * Such a text is left out where there is nothing to hide.
 */
import { isSecretFieldName } from '../redaction/secret-names.js';
import { redactHeader, redactUrl } from '../redaction/redact.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { ExchangeFacts, ExchangeHop, SentHeader } from '../runner/outcome/exchange-facts.js';
import type { RequestOutcome } from '../runner/outcome/result.js';

export interface ExchangeView extends Omit<ExchangeFacts, 'hops'> {
  readonly hops: readonly HopView[];
  /** The body of `request` without secrets. */
  readonly maskedBody?: string;
}

export interface HopView extends Omit<ExchangeHop, 'headers'> {
  readonly maskedUrl?: string;
  readonly maskedLocation?: string;
  readonly headers: readonly (SentHeader & { readonly masked?: string })[];
}

type Places = Pick<RequestOutcome, 'secretHeaders' | 'secretParameters'>;

export function maskExchange(
  exchange: ExchangeFacts,
  sentBody: string,
  places: Places,
  secrets: SecretSet,
): ExchangeView {
  const { hops, ...facts } = exchange;
  const masked = hops.map((hop) => maskHop(hop, places, secrets));
  return { ...facts, hops: masked, ...ifOther('maskedBody', secrets.redact(sentBody), sentBody) };
}

function maskHop(hop: ExchangeHop, { secretHeaders, secretParameters }: Places, secrets: SecretSet): HopView {
  const { kind, method, url, headers, location, ...rest } = hop;
  return {
    kind,
    method,
    url,
    ...ifOther('maskedUrl', redactUrl(url, secrets, secretParameters), url),
    headers: headers.map(({ name, value }) => ({
      name,
      value,
      ...ifOther('masked', redactHeader(name, value, secrets, secretHeaders), value),
    })),
    ...rest,
    ...(location !== undefined && {
      location,
      ...ifOther('maskedLocation', redactUrl(location, secrets, secretParameters), location),
    }),
  };
}

function ifOther<Key extends string>(key: Key, masked: string, text: string): { [name in Key]?: string } {
  return masked === text ? {} : ({ [key]: masked } as { [name in Key]: string });
}

/** The names of captures that are secret by their name or contain a secret. */
export function findSecretCaptures(
  captures: RequestOutcome['captures'],
  secrets: SecretSet,
): readonly string[] {
  return Object.entries(captures)
    .filter(
      ([name, value]) => isSecretFieldName(name) || (typeof value === 'string' && secrets.contains(value)),
    )
    .map(([name]) => name);
}

export const NO_SECRETS = new SecretSet();
