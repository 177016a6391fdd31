import type { PassedExchange } from '../../mock/upstream/upstream.js';
import { elapsed } from '../../primitives/clock.js';
import { BodyCopy } from '../../record/capture/body-copy.js';
import type { EndedMessages, ExchangeObserver, Observation } from '../../record/capture/traffic-recorder.js';
import { MAX_RECORDED_BODY_BYTES } from '../../record/recordings/recordings.js';

/** Follows one request that is passed on, also when it is not recorded. */
export class PassedObserver implements ExchangeObserver {
  readonly #recorder: ExchangeObserver | undefined;
  readonly #request = new BodyCopy(MAX_RECORDED_BODY_BYTES);
  readonly #response = new BodyCopy(MAX_RECORDED_BODY_BYTES);
  /** Those that the client receives, as far as they come from the other server. */
  responseHeaders: readonly string[] = [];

  constructor(recorder: ExchangeObserver | undefined) {
    this.#recorder = recorder;
  }

  begin(method: string, path: string, prefix: string): Observation {
    const started = this.#recorder?.begin(method, path, prefix);
    const copies = { request: this.#request, response: this.#response };
    return started
      ? { ...started, copies }
      : { arrival: 0, startedAt: Date.now(), startMs: elapsed(), method, path, copies };
  }

  /** A client of the mock server gets other addresses and cookies than the other server has sent. */
  end(observation: Observation, ended: EndedMessages): void {
    const response = { ...ended.response, headers: this.responseHeaders };
    this.#recorder?.end(observation, { ...ended, response });
  }

  fail(observation: Observation, statusCode: number): void {
    this.#recorder?.fail(observation, statusCode);
  }

  passed(status: number): PassedExchange {
    return {
      requestBody: this.#request.bytes(),
      status,
      responseHeaders: this.responseHeaders,
      responseBody: this.#response.bytes(),
      responseLength: this.#response.length,
    };
  }
}
