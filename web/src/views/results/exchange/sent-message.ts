/** What was sent by one request of a chain, with or without its secrets. */
import { createSentCommand } from '../../../../../src/convert/to-curl/sent-command.js';
import type { ExchangeFacts, RequestResult } from '../../../../../src/server/api-types.js';

export type Hop = ExchangeFacts['hops'][number];

/**
 * The index of the request that the file describes. Authentication may send it several times, and then the last one
 * counts; redirects lead to other requests.
 */
export function ownHop(hops: readonly Hop[]): number {
  const first = hops.find(({ kind }) => kind !== 'token');
  if (first === undefined) return 0;
  return hops.findLastIndex(
    ({ kind, method, url }) => kind !== 'token' && method === first.method && url === first.url,
  );
}

export interface SentBody {
  readonly text: string;
  /** Undefined if there is no secret in it. */
  readonly masked: string | undefined;
  /** What the text does not show; empty if it is the whole body. */
  readonly note: string;
}

/** Undefined without a body. */
export function bodyOf(hop: Hop, { request, exchange }: RequestResult): SentBody | undefined {
  if (hop.bodySize === 0) return undefined;
  if (hop.kind === 'token') return { text: '', masked: undefined, note: 'The body is not kept.' };
  const { body } = request;
  if (body === '') {
    return { text: '', masked: undefined, note: `The body is not text (${hop.bodySize} bytes).` };
  }
  const isCut = new TextEncoder().encode(body).length < hop.bodySize;
  const note = isCut ? `Only the first 64 KiB of ${hop.bodySize} bytes are kept.` : '';
  return { text: body, masked: exchange?.maskedBody, note };
}

export interface SentCommand {
  readonly command: string;
  /** Whether secrets were replaced. */
  readonly isMasked: boolean;
  /** What the command does not send as it was sent. */
  readonly warnings: readonly string[];
}

export function sentCommand(hop: Hop, result: RequestResult, showsSecrets: boolean): SentCommand {
  const { method, url, maskedUrl, headers } = hop;
  const body = bodyOf(hop, result);
  const text = body && (showsSecrets ? body.text : (body.masked ?? body.text));
  const command = createSentCommand({
    method,
    url: showsSecrets ? url : (maskedUrl ?? url),
    headers: headers.map(({ name, value, masked }) => ({
      name,
      value: showsSecrets ? value : (masked ?? value),
    })),
    body: text === '' ? undefined : text,
    isInsecure: result.exchange?.tls?.trusted === false,
  });
  return {
    command,
    isMasked: !showsSecrets && hasSecrets(hop, body),
    warnings: body === undefined || body.note === '' ? [] : [body.note],
  };
}

export function hasSecrets({ maskedUrl, headers }: Hop, body: SentBody | undefined): boolean {
  return (
    maskedUrl !== undefined ||
    body?.masked !== undefined ||
    headers.some(({ masked }) => masked !== undefined)
  );
}
