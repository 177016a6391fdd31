import { elapsed } from '../../primitives/clock.js';
import { BodyCopy } from './body-copy.js';
import { completeRecording } from './complete-recording.js';
import { createExclusion } from './exclude.js';
import { recordExchange, type RecordingTools, type SeenExchange, type SeenHead } from './record-exchange.js';
import { shownText } from '../recordings/recorded-text.js';
import type { Recording } from '../recordings/recording.js';
import { Recordings } from '../recordings/recordings.js';
import { Sanitizer } from '../recordings/sanitize.js';
import { SecretValues } from '../recordings/secret-values.js';
import { ValueMarks } from '../recordings/value-marks.js';

export interface RecorderOptions {
  /** The same method and path is recorded once. */
  readonly deduplicate: boolean;
  /** Paths that are forwarded only. */
  readonly exclude: readonly string[];
  /** Header names whose values are secret, beside the usual ones. */
  readonly sanitize: readonly string[];
  /** Values that are secret wherever they occur, by the name of their variable. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Per body, decoded. */
  readonly maxBodyBytes: number;
  readonly maxRecordings: number;
  /** Told every exchange that has ended, in a form that is fit to be shown. */
  readonly onExchange?: ((exchange: EndedExchange) => void) | undefined;
  /** A defect of ours must not cost the client its answer. */
  readonly onFault: (error: unknown) => void;
}

export interface EndedExchange {
  readonly method: string;
  readonly path: string;
  /** What the client got. */
  readonly statusCode: number;
  readonly duration: number;
  readonly recording: Recording | undefined;
}

/** An exchange under way. */
export interface Observation {
  readonly arrival: number;
  readonly startedAt: number;
  readonly begun: number;
  readonly method: string;
  /** As the client sent it: without the path of the target, without query. */
  readonly path: string;
  /** Undefined for what is forwarded only. */
  readonly copies: { readonly request: BodyCopy; readonly response: BodyCopy } | undefined;
}

interface Ended extends Pick<SeenExchange, 'query' | 'httpVersion'> {
  readonly request: SeenHead;
  readonly response: SeenHead & Pick<SeenExchange['response'], 'statusCode' | 'statusText'>;
}

/** Watches what flows by and keeps it. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #tools: RecordingTools;
  readonly #recordings: Recordings;
  readonly #isExcluded: (path: string) => boolean;
  readonly #pending = new Set<Promise<void>>();
  #arrivals = 0;

  constructor(options: RecorderOptions) {
    const marks = new ValueMarks();
    const sanitizer = new Sanitizer(options.sanitize, new SecretValues(options.secrets), marks);
    this.#options = options;
    this.#tools = { sanitizer, marks, maxBodyBytes: options.maxBodyBytes };
    this.#recordings = new Recordings(options);
    this.#isExcluded = createExclusion(options.exclude);
  }

  /** `prefix` is the path of the target, which stands before `path`. */
  begin(method: string, path: string, prefix: string): Observation {
    this.#arrivals += 1;
    const { maxBodyBytes } = this.#options;
    const isForwardedOnly = this.#isExcluded(path) || (prefix !== '' && this.#isExcluded(prefix + path));
    const isKnown = isForwardedOnly || this.#recordings.hasKey(keyOf({ method, path }));
    const copies = isKnown
      ? undefined
      : {
          // Nothing is copied when there is no place for it.
          request: new BodyCopy(this.#recordings.isFull ? 0 : maxBodyBytes),
          response: new BodyCopy(this.#recordings.isFull ? 0 : maxBodyBytes),
        };
    const startedAt = Date.now();
    return { arrival: this.#arrivals, startedAt, begun: elapsed(), method, path, copies };
  }

  /** The last byte of the answer has come. */
  end(observation: Observation, ended: Ended): void {
    const duration = Math.round(elapsed() - observation.begun);
    const { copies } = observation;
    if (copies === undefined) return this.#report(observation, ended.response.statusCode, duration);
    if (this.#recordings.isFull) {
      this.#recordings.dropped += 1;
      return this.#report(observation, ended.response.statusCode, duration);
    }
    const { arrival, startedAt, method, path } = observation;
    const { query, httpVersion } = ended;
    // Field by field: at the speed of a proxy, a spread is felt.
    const { headers, contentType, coding } = ended.request;
    const request = { headers, contentType, coding, body: copies.request };
    const response = answerOf(ended.response, copies.response);
    this.#keep({ arrival, startedAt, duration, method, path, query, httpVersion, request, response });
  }

  /** The target gave no answer, or not all of it; `statusCode` is what the client got. */
  fail(observation: Observation, statusCode: number): void {
    this.#recordings.failed += 1;
    this.#report(observation, statusCode, Math.round(elapsed() - observation.begun));
  }

  /** After everything that has ended is there, without what was found to be secret until now. */
  async recordings(): Promise<Recordings> {
    await Promise.all(this.#pending);
    const { sanitizer } = this.#tools;
    await this.#recordings.update(
      ({ knownSecrets }) => knownSecrets !== sanitizer.knownSecrets,
      (recording) => completeRecording(recording, sanitizer),
    );
    return this.#recordings;
  }

  async #addLater(recording: ReturnType<typeof recordExchange>, key: string): Promise<void> {
    try {
      this.#add(await recording, key);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  #keep(seen: SeenExchange): void {
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
    const { method, path, duration, response } = recording;
    const { statusCode } = response;
    this.#options.onExchange?.({ method, path: shownText(path), statusCode, duration, recording });
  }

  #report({ method, path }: Observation, statusCode: number, duration: number): void {
    const { onExchange } = this.#options;
    if (onExchange === undefined) return;
    const shown = shownText(this.#tools.sanitizer.text(path));
    onExchange({ method, path: shown, statusCode, duration, recording: undefined });
  }
}

function answerOf(ended: Ended['response'], body: BodyCopy): SeenExchange['response'] {
  const { statusCode, statusText, headers, contentType, coding } = ended;
  return { statusCode, statusText, headers, contentType, coding, body };
}

function keyOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}
