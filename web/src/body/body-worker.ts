/** Holds a body, so that reading, searching and filtering fifty megabytes never delays the page. */
import { BodyDocument } from './body-document.js';
import { bytesOfBase64 } from './decode-body.js';
import { collectKeyOrders } from '../../../src/primitives/json/key-order.js';
import type {
  BodyOperations,
  BodyRequest,
  BodyResponse,
  BodySource,
  FoundTexts,
  ReadResult,
} from './messages.js';
import { compileFinder, type FindQuery } from './query.js';

let body = new BodyDocument({ text: '' }, '');
let opening = new AbortController();

globalThis.addEventListener('message', ({ data }: MessageEvent<BodyRequest>) => {
  void perform(data)
    .then(
      (result): BodyResponse => ({ id: data.id, result }),
      (error: unknown): BodyResponse => ({
        id: data.id,
        problem: error instanceof Error ? error.message : String(error),
      }),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    .then((response) => globalThis.postMessage(response));
});

async function perform(request: BodyRequest): Promise<BodyOperations[keyof BodyOperations]['result']> {
  switch (request.kind) {
    case 'open': {
      const { source, contentType } = request.input;
      // A body that is still being loaded must not replace a newer one.
      opening.abort();
      opening = new AbortController();
      const { signal } = opening;
      // The old body is released before the next one is read.
      body = new BodyDocument({ text: '' }, '');
      const loaded = await load(source, signal);
      signal.throwIfAborted();
      body = new BodyDocument(loaded, contentType);
      return body.facts();
    }
    case 'show':
      return body.show(request.input.form, request.input.filter, request.input.bytesPerRow);
    case 'rows':
      return body.rows(request.input.from, request.input.to);
    case 'act':
      return body.act(request.input.row);
    case 'find':
      return body.find(request.input.query, request.input.fromRow);
    case 'visit':
      return body.visit(request.input.match);
    case 'value':
      return body.valueAt(request.input.row);
    case 'text':
      return body.shownText(request.input.maxLength);
    case 'bytes':
      return body.bytes();
    case 'result':
      return readResult(request.input);
    case 'findIn':
      return findIn(request.input.query, request.input.texts);
  }
}

async function load(
  source: BodySource,
  signal: AbortSignal,
): Promise<{ readonly text: string } | { readonly bytes: Uint8Array<ArrayBuffer> }> {
  if (source.kind === 'text') return { text: source.text };
  if (source.kind === 'base64') return { bytes: bytesOfBase64(source.base64) };
  return { bytes: new Uint8Array(await (await fetchFrom(source, signal)).arrayBuffer()) };
}

async function fetchFrom(
  { address, headers }: Extract<BodySource, { kind: 'address' }>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const response = await fetch(address, { headers, signal });
  if (response.ok) return response;
  const failure = (await response.json().catch(() => ({}))) as { readonly message?: string };
  throw new Error(failure.message ?? `The server responded with ${response.status}.`);
}

/** Longer bodies are shown from their bytes, which only this worker holds. */
const MAX_PAGE_TEXT_LENGTH = 256 * 1024;

async function readResult(source: Extract<BodySource, { kind: 'address' }>): Promise<ReadResult> {
  const { parseJson } = await import('../../../src/evaluation/values/json.js');
  const result = parseJson(await (await fetchFrom(source)).text()) as {
    readonly response: { body: string; bodyTruncated: boolean };
  };
  const { response } = result;
  if (response.body.length > MAX_PAGE_TEXT_LENGTH) {
    response.body = '';
    response.bodyTruncated = true;
  }
  return { result, orders: collectKeyOrders(result) };
}

function findIn(query: FindQuery, texts: readonly string[]): FoundTexts {
  const finder = query.text === '' ? undefined : compileFinder(query);
  return texts.map((text) => {
    const found: [number, number][] = [];
    finder?.run(text, (start, end) => found.push([start, end]) < 10_000);
    return found;
  });
}
