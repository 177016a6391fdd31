/** The routes of a mock server: one per request, in the order of files and lines. */
import { ABSENT } from '../evaluation/values/absent.js';
import { isJsonType } from '../primitives/text/content-type.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from '../evaluation/bounded/limits.js';
import { CaptureStore } from '../evaluation/variables/captures.js';
import { textOf } from '../evaluation/values/json.js';
import { ResponseView } from '../evaluation/response/response-view.js';
import { Scope } from '../evaluation/variables/scope.js';
import type { ScopeSources } from '../evaluation/variables/scope-sources.js';
import { takeCapture } from '../evaluation/take-capture.js';
import { shortValue } from '../evaluation/values/value-text.js';
import { timeSlice } from '../primitives/time-slice.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { FileVariable, Request } from '../request-file/model/model.js';
import { operatorAndValue } from '../request-file/print/print-value.js';
import { shownName } from '../request-file/model/request-filter.js';
import type { RunOptions } from '../runner/plan/options.js';
import type { FileAccess, RunnableFile } from '../runner/plan/run-input.js';
import { scheduleOrder } from '../runner/plan/schedule.js';
import { createSchemaReader } from '../runner/schemas.js';
import type { RouteResponse } from './responses/mock-response.js';
import { createBlockResponse, type BlockResponse } from './responses/block-response.js';
import { checkResponse, type FailedAssertion } from './responses/check-response.js';
import { deriveResponse, findEqualStatus } from './responses/derive-response.js';
import { deriveRoutePath, type RoutePath } from './routing/route-path.js';
import { splitSlots, fillSlots } from './values/slot-text.js';
import { readConstraints, withSamples, type YieldIfDue } from './values/constraint.js';

export interface MockRoute {
  /** In upper case. */
  readonly method: string;
  readonly path: RoutePath;
  /** Never empty. */
  readonly name: string;
  /** The file as shown, and the line of the request in it. */
  readonly file: string;
  readonly line: number;
  readonly response: RouteResponse;
  /** Each names file and line of an assertion that the response of the route does not pass. */
  readonly warnings: readonly string[];
}

export interface RoutesInput {
  readonly files: readonly RunnableFile[];
  readonly options: Pick<RunOptions, 'operatorVariables' | 'environment' | 'dotenv' | 'secretNames'>;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Reads the schemas of assertions. */
  readonly readFile: FileAccess['readFile'];
  /** Milliseconds before each response. */
  readonly delay: number;
  /** Aborts the planning at any point. */
  readonly signal: AbortSignal;
  /** Collects the secret values that are used. */
  readonly secrets: SecretSet;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

export async function buildRoutes(input: RoutesInput): Promise<readonly MockRoute[]> {
  const routes: MockRoute[][] = [];
  // All steps of the planning share this one, which lets the abort signal and other work of the thread through.
  const yieldIfDue = timeSlice(SLICE_MS, 1);
  for (const runnable of input.files) {
    const file = new FileRoutes(runnable, input, yieldIfDue);
    const own: MockRoute[] = [];
    for (const place of runOrder(runnable.file.requests)) {
      const request = runnable.file.requests[place];
      if (request) own[place] = await file.route(request);
      await yieldIfDue();
      input.signal.throwIfAborted();
    }
    routes.push(own);
  }
  return routes.flat();
}

const SLICE_MS = 8;

/** Dependencies first, as in a run, so that their captures are available to later requests. */
function runOrder(requests: readonly Request[]): readonly number[] {
  const places = new Map(requests.map(({ name }, place) => [name, place]));
  const edges = requests.map(({ metadata }) =>
    (metadata.depends ?? []).flatMap((name) => places.get(name) ?? []),
  );
  const order = scheduleOrder(edges);
  // A dependency cycle prevents a run, but not a mock.
  return [...new Set([...order, ...requests.keys()])];
}

class FileRoutes {
  readonly #runnable: RunnableFile;
  readonly #input: RoutesInput;
  readonly #captures = new CaptureStore();
  readonly #sources: ScopeSources;
  readonly #variables: ReadonlyMap<string, FileVariable>;
  readonly #scope: Scope;
  readonly #schema: ReturnType<typeof createSchemaReader>;
  readonly #limits: EvaluationLimits;
  readonly #yieldIfDue: YieldIfDue;

  constructor(runnable: RunnableFile, input: RoutesInput, yieldIfDue: YieldIfDue) {
    const { options, process, clock, random, readFile, secrets } = input;
    this.#runnable = runnable;
    this.#input = input;
    this.#yieldIfDue = yieldIfDue;
    this.#sources = {
      captures: new CaptureStore(),
      operator: options.operatorVariables,
      variables: runnable.file.variables,
      environment: options.environment,
      dotenv: options.dotenv,
      process,
      processReadable: true,
      memo: new Map(),
      clock,
      random,
      secretNames: new Set(options.secretNames),
      onSecret: (_name, value) => secrets.add(value),
    };
    this.#variables = new Map(runnable.file.variables.map((variable) => [variable.name, variable]));
    this.#scope = new Scope({ ...this.#sources, captures: this.#captures });
    this.#schema = createSchemaReader(runnable.directory, readFile);
    this.#limits = { ...DEFAULT_LIMITS, signal: input.signal };
  }

  async route(request: Request): Promise<MockRoute> {
    const path = deriveRoutePath(request.url, { sources: this.#sources, variables: this.#variables });
    const slots = Object.fromEntries(path.parameters.map((name) => [name, `{{${name}}}`]));
    const { response, ignored } = await this.#respond(request, this.#scope.with({ overrides: slots }));
    const examples = path.parameters.map((name) => this.#example(name));
    const overrides = Object.fromEntries(path.parameters.map((name, index) => [name, examples[index]]));
    const view = exampleView(response, path, examples, this.#input.delay, this.#limits);
    const { assertions } = request;
    const example = this.#scope.with({ overrides });
    const violations = await checkResponse(assertions, view, example, this.#schema, this.#yieldIfDue);
    await this.#capture(request, view);
    const name = shownName(request);
    const notes = violations.map((violation) => violationText(violation, name, request.mock !== null));
    const warnings = [...ignored, ...notes].map(
      ({ line, text }) => `${this.#runnable.shown}:${line}: ${text}`,
    );
    const { shown: file } = this.#runnable;
    return { method: request.method.toUpperCase(), path, name, file, line: request.line, response, warnings };
  }

  async #respond(request: Request, scope: Scope): Promise<BlockResponse> {
    const constraints = readConstraints(request.assertions, scope, this.#limits, this.#yieldIfDue);
    if (request.mock === null) {
      const sampled = await withSamples(constraints, this.#schema);
      return { response: await deriveResponse(sampled, scope), ignored: [] };
    }
    return createBlockResponse(request.mock, findEqualStatus(constraints) ?? 200);
  }

  /** The value that a run against this mock would have captured by then. */
  #example(name: string): string {
    const value = this.#captures.get(name);
    return value === ABSENT ? '1' : textOf(value);
  }

  async #capture({ name, captures }: Request, view: ResponseView): Promise<void> {
    for (const capture of captures) {
      const value = await takeCapture(capture, view).catch(() => ABSENT);
      if (value !== ABSENT) this.#captures.set(name, capture.name, value);
    }
  }
}

interface Warning {
  readonly line: number;
  readonly text: string;
}

function exampleView(
  { status, headers, body, contentType }: RouteResponse,
  { parameters, shown }: RoutePath,
  examples: readonly string[],
  delay: number,
  limits: EvaluationLimits,
): ResponseView {
  const fill = (text: string, as: 'text' | 'json' | 'header'): string =>
    fillSlots(splitSlots(text, parameters, as), examples);
  const bytes = Buffer.from(fill(body, isJsonType(contentType) ? 'json' : 'text'), 'utf8');
  const written = headers.map(([name, value]) => [name, fill(value, 'header')] as const);
  return new ResponseView({
    status,
    headers: [...written, ['Content-Length', String(bytes.length)], ['Date', new Date(0).toUTCString()]],
    url: `http://mock.invalid${shown}`,
    duration: delay,
    body: bytes,
    limits,
  });
}

/** Shows the assertion as written, because values of variables may be secret. */
function violationText({ assertion, actual }: FailedAssertion, name: string, isBlock: boolean): Warning {
  const written = `${assertion.subject} ${operatorAndValue(assertion)}`;
  const got = isBlock ? `, it gives ${shortValue(actual)}` : '; a mock block could';
  return {
    line: assertion.line,
    text: `the mock response of ${name} does not pass \`${truncate(written)}\`${got}`,
  };
}

const MAX_SHOWN_LENGTH = 120;

function truncate(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
