/** What a mock server has passed on, recorded for a mock server that needs no other one. */
import { TrafficRecorder, type EndedExchange } from '../../record/capture/traffic-recorder.js';
import type { EndedMessages, ExchangeObserver, Observation } from '../../record/capture/traffic-recorder.js';
import { toMockFile, type MockFile } from '../../record/export/to-mock-file.js';
import type { TargetAddress } from '../../record/proxy/target-address.js';
import { MAX_RECORDED_BODY_BYTES, MAX_RECORDINGS } from '../../record/recordings/recordings.js';
import type { Recording } from '../../record/recordings/recording.js';

/** Like `toMockFile`. */
export type RenderMockFile = (
  recordings: readonly Recording[],
  address: TargetAddress,
  earlier: string | undefined,
) => Promise<MockFile>;

export interface MockRecordingOptions {
  readonly address: TargetAddress;
  /** Values that are secret wherever they occur, by the name of their variable. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The mock server sends CORS headers of its own. */
  readonly cors: boolean;
  /** The text of an earlier recording, which stays. */
  readonly earlier: string | undefined;
  /** Writes the text of the file; in this thread when left out. */
  readonly render?: RenderMockFile;
  /** Called for every exchange that is recorded. */
  readonly onChange: () => void;
  readonly onWarning: (message: string) => void;
}

export class MockRecording implements ExchangeObserver {
  readonly #options: MockRecordingOptions;
  readonly #recorder: TrafficRecorder;
  readonly #warned = new Set<string>();
  /** The requests that the last text has, without the earlier ones. */
  count = 0;

  constructor(options: MockRecordingOptions) {
    this.#options = options;
    this.#recorder = new TrafficRecorder({
      deduplicate: false,
      exclude: [],
      sanitize: [],
      secrets: options.secrets,
      maxBodyBytes: MAX_RECORDED_BODY_BYTES,
      maxRecordings: MAX_RECORDINGS,
      isExact: true,
      onExchange: (exchange) => this.#note(exchange),
      onFault: (error) => this.#warn(`an exchange could not be recorded: ${String(error)}`),
    });
  }

  begin(method: string, path: string, prefix: string): Observation {
    return this.#recorder.begin(method, path, prefix);
  }

  end(observation: Observation, ended: EndedMessages): void {
    const { headers } = ended.response;
    const kept = this.#options.cors ? withoutCors(headers) : headers;
    this.#recorder.end(observation, { ...ended, response: { ...ended.response, headers: kept } });
  }

  fail(observation: Observation, statusCode: number): void {
    this.#recorder.fail(observation, statusCode);
  }

  /** Whether something that has ended is not recorded yet. */
  get isBusy(): boolean {
    return this.#recorder.isBusy;
  }

  /** Resolves when everything that has ended is recorded. */
  async settled(): Promise<void> {
    await this.#recorder.recordings();
  }

  /** The request file with everything that is recorded, without the secrets known by now. */
  async text(): Promise<string> {
    const { address, earlier, render = toMockFile } = this.#options;
    const { list } = await this.#recorder.recordings();
    const { text, count, leftOut, cut } = await render(list, address, earlier);
    this.count = count;
    for (const { method, path, reason } of leftOut)
      this.#warn(`${method} ${path} is not recorded: ${reason}`);
    for (const { method, path, reason } of cut)
      this.#warn(`${method} ${path} is recorded with its ${reason}`);
    return text;
  }

  #note({ method, path, recording, isComplete }: EndedExchange): void {
    if (recording) this.#options.onChange();
    else this.#warn(`${method} ${path} is not recorded: ${isComplete ? FULL : INCOMPLETE}`);
  }

  /** Each message once, and not as many as a client likes. */
  #warn(message: string): void {
    if (this.#warned.has(message) || this.#warned.size >= MAX_WARNINGS) return;
    this.#warned.add(message);
    this.#options.onWarning(message);
  }
}

const MAX_WARNINGS = 1000;
const FULL = `there are ${MAX_RECORDINGS} recordings already`;
const INCOMPLETE = 'its response is missing or incomplete';

function withoutCors(headers: readonly string[]): readonly string[] {
  return headers.filter((_, index) => !/^access-control-/i.test(headers[index - (index % 2)] ?? ''));
}
