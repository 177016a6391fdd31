/** A response that is known as text: its body is not decoded from bytes again. */
import { ResponseView, type ReceivedHeaders } from '../../evaluation/response/response-view.js';

export interface StoredResponse {
  readonly status: number;
  readonly headers: ReceivedHeaders;
  readonly body: string;
  readonly url: string;
  readonly durationMs: number;
}

export class StoredView extends ResponseView {
  readonly #body: string;

  /** The bytes cost a copy of the body, so they are there only for checks that count or hash them. */
  constructor({ status, headers, body, url, durationMs }: StoredResponse, withBytes: boolean) {
    super({ status, headers, url, duration: durationMs, body: withBytes ? Buffer.from(body) : NO_BYTES });
    this.#body = body;
  }

  override text(): string {
    return this.#body;
  }
}

const NO_BYTES = new Uint8Array();
