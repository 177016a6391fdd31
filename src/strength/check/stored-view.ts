/** A response that is known as text: its body is not decoded from bytes again. */
import { ResponseView, type ReceivedHeaders } from '../../evaluation/response/response-view.js';
import type { Absent } from '../../evaluation/values/absent.js';
import type { JsonValue } from '../../evaluation/values/json.js';

export interface StoredResponse {
  readonly status: number;
  readonly headers: ReceivedHeaders;
  readonly body: string;
  readonly url: string;
  readonly durationMs: number;
}

export class StoredView extends ResponseView {
  readonly #body: string;
  readonly #json: JsonValue | undefined;

  /**
   * The bytes cost a copy of the body, so they are there only for checks that count or hash them. With `json`, the value
   * of the body, it is not read from the text.
   */
  constructor(response: StoredResponse, withBytes: boolean, json?: JsonValue) {
    const { status, headers, body, url, durationMs } = response;
    super({ status, headers, url, duration: durationMs, body: withBytes ? Buffer.from(body) : NO_BYTES });
    this.#body = body;
    this.#json = json;
  }

  override text(): string {
    return this.#body;
  }

  override json(): JsonValue | Absent {
    return this.#json ?? super.json();
  }
}

const NO_BYTES = new Uint8Array();
