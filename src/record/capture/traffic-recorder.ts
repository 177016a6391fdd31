import { elapsed } from '../../primitives/clock.js';
import { BodyCopy } from './body-copy.js';
import { completeRecording } from './complete-recording.js';
import { createExclusion } from './exclude-paths.js';
import {
  createRecordingTools,
  recordExchange,
  type RecordingTools,
  type SeenExchange,
} from './record-exchange.js';
import { shownText } from '../recordings/recorded-text.js';
import type { Recording } from '../recordings/recording.js';
import { Recordings } from '../recordings/recordings.js';

export interface RecorderOptions {
  /** Records each method and path once. */
  readonly deduplicate: boolean;
  /** Paths that are forwarded but not recorded. */
  readonly exclude: readonly string[];
  /** Names of headers with secret values, in addition to the usual ones. */
  readonly sanitize: readonly string[];
  /** Values that are secret wherever they occur, by the name of their variable. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The limit for a decoded body. */
  readonly maxBodyBytes: number;
  readonly maxRecordings: number;
  /** Bodies and headers stay as they were sent, as far as they are no secrets. */
  readonly isExact?: boolean;
  /** Called for every ended exchange, without secrets. */
  readonly onExchange?: ((exchange: EndedExchange) => void) | undefined;
  /** Called for internal errors, which must not prevent the client from receiving its response. */
  readonly onFault: (error: unknown) => void;
}

export interface EndedExchange {
  readonly method: string;
  readonly path: string;
  /** The status that the client received. */
  readonly statusCode: number;
  readonly duration: number;
  readonly recording: Recording | undefined;
  /** Whether the response of the target has arrived as a whole. */
  readonly isComplete: boolean;
}

/** An exchange in progress. */
export interface Observation {
  readonly arrival: number;
  readonly startedAt: number;
  readonly startMs: number;
  readonly method: string;
  /** As the client sent it, without the path prefix of the target and without query. */
  readonly path: string;
  /** Undefined for exchanges that are not recorded. */
  readonly copies: { readonly request: BodyCopy; readonly response: BodyCopy } | undefined;
}

export type EndedMessages = Pick<SeenExchange, 'query' | 'httpVersion' | 'request' | 'response'>;

/** What is told about forwarded exchanges. */
export interface ExchangeObserver {
  /** `prefix` is the path of the target, which precedes `path`. */
  begin(method: string, path: string, prefix: string): Observation;
  /** The last byte of the response has arrived. */
  end(observation: Observation, ended: EndedMessages): void;
  /** The response of the target is missing or incomplete; `statusCode` is what the client received. */
  fail(observation: Observation, statusCode: number): void;
}

/** Observes forwarded exchanges and records them. */
export class TrafficRecorder implements ExchangeObserver {
  readonly #options: RecorderOptions;
  readonly #tools: RecordingTools;
  readonly #recordings: Recordings;
  readonly #isExcluded: (path: string) => boolean;
  readonly #pending = new Set<Promise<void>>();
  #arrivals = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#tools = createRecordingTools(
      options.sanitize,
      options.secrets,
      options.maxBodyBytes,
      options.isExact,
    );
    this.#recordings = new Recordings(options);
    this.#isExcluded = createExclusion(options.exclude);
  }

  /** `prefix` is the path of the target, which precedes `path`. */
  begin(method: string, path: string, prefix: string): Observation {
    this.#arrivals += 1;
    const { maxBodyBytes } = this.#options;
    const isForwardedOnly = this.#isExcluded(path) || (prefix !== '' && this.#isExcluded(prefix + path));
    const isNotRecorded = isForwardedOnly || this.#recordings.hasKey(keyOf({ method, path }));
    const copies = isNotRecorded
      ? undefined
      : {
          // Nothing is copied when the store is full.
          request: new BodyCopy(this.#recordings.isFull ? 0 : maxBodyBytes),
          response: new BodyCopy(this.#recordings.isFull ? 0 : maxBodyBytes),
        };
    const startedAt = Date.now();
    return { arrival: this.#arrivals, startedAt, startMs: elapsed(), method, path, copies };
  }

  /** The last byte of the response has arrived. */
  end(observation: Observation, ended: EndedMessages): void {
    const duration = Math.round(elapsed() - observation.startMs);
    const isDropped = observation.copies !== undefined && this.#recordings.isFull;
    if (isDropped) this.#recordings.dropped += 1;
    if (isDropped || observation.copies === undefined)
      return this.#report(observation, ended.response.statusCode, duration, true);
    // Copied field by field: bench/measures/proxy.mjs shows what a spread costs.
    const { arrival, startedAt, method, path } = observation;
    const { query, httpVersion, request, response } = ended;
    this.#record({ arrival, startedAt, duration, method, path, query, httpVersion, request, response });
  }

  /** The response of the target is missing or incomplete; `statusCode` is what the client received. */
  fail(observation: Observation, statusCode: number): void {
    this.#recordings.failed += 1;
    this.#report(observation, statusCode, Math.round(elapsed() - observation.startMs), false);
  }

  /** Whether an exchange that has ended is not recorded yet. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Resolves when all ended exchanges are recorded and all secrets found so far are removed. */
  async recordings(): Promise<Recordings> {
    await Promise.all(this.#pending);
    const { sanitizer } = this.#tools;
    await this.#recordings.update(
      ({ knownSecrets }) => knownSecrets !== sanitizer.knownSecrets,
      (recording) => completeRecording(recording, sanitizer),
    );
    return this.#recordings;
  }

  /** Removes the secrets of an exchange that is not stored; `secrets` are further ones by their names. */
  async sanitize(seen: SeenExchange, secrets: ReadonlyMap<string, string>): Promise<Recording> {
    for (const [name, value] of secrets) this.#tools.sanitizer.learnValue(value, name);
    return recordExchange(seen, this.#tools);
  }

  async #addLater(recording: ReturnType<typeof recordExchange>, key: string): Promise<void> {
    try {
      this.#add(await recording, key);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  #record(seen: SeenExchange): void {
    try {
      const recording = recordExchange(seen, this.#tools);
      if (!(recording instanceof Promise)) return this.#add(recording, keyOf(seen));
      const work = this.#addLater(recording, keyOf(seen)).finally(() => this.#pending.delete(work));
      this.#pending.add(work);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  #add(recording: Recording, key: string): void {
    this.#recordings.add(recording, key);
    const { method, duration, response } = recording;
    const { statusCode } = response;
    const path = shownText(recording.path);
    this.#options.onExchange?.({ method, path, statusCode, duration, recording, isComplete: true });
  }

  #report({ method, path }: Observation, statusCode: number, duration: number, isComplete: boolean): void {
    const { onExchange } = this.#options;
    if (onExchange === undefined) return;
    const shown = shownText(this.#tools.sanitizer.text(path));
    onExchange({ method, path: shown, statusCode, duration, recording: undefined, isComplete });
  }
}

function keyOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}
