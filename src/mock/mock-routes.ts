/** The routes of a mock server: one per request, in the order of files and lines (server.md 11). */
import { ABSENT } from '../evaluation/values/absent.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from '../evaluation/bounded/limits.js';
import { CaptureStore } from '../evaluation/variables/captures.js';
import { textOf } from '../evaluation/values/json.js';
import { createResponseView, type ResponseView } from '../evaluation/response/response-view.js';
import { createScope, type Scope } from '../evaluation/variables/scope.js';
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
import { schemaReader } from '../runner/schemas.js';
import { isJsonType, type RouteResponse } from './responses/mock-response.js';
import { blockResponse } from './responses/block-response.js';
import { checkResponse, type Violation } from './responses/check-response.js';
import { deriveResponse, equalStatus } from './responses/derive-response.js';
import { routePath, type RoutePath } from './routing/route-path.js';
import { cutSlots, fillSlots } from './values/slot-text.js';
import { readConstraints, withSamples, type Pause } from './values/constraint.js';

export interface MockRoute {
  /** Upper case. */
  readonly method: string;
  readonly path: RoutePath;
  /** Never empty. */
  readonly name: string;
  /** As shown, and the line of the request in it. */
  readonly file: string;
  readonly line: number;
  readonly answer: RouteResponse;
  /** Each with file and line: where the answer does not pass the assertions of its request. */
  readonly warnings: readonly string[];
}

export interface RoutesInput {
  readonly files: readonly RunnableFile[];
  readonly options: Pick<RunOptions, 'operatorVariables' | 'environment' | 'dotenv' | 'secretNames'>;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** For schemas that assertions name. */
  readonly readFile: FileAccess['readFile'];
  /** Milliseconds before each answer. */
  readonly delay: number;
  /** Ends it, whatever it is looking at. */
  readonly signal: AbortSignal;
  /** Told every value that is secret and used; nobody need look. */
  readonly secrets: SecretSet;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

export async function buildRoutes(input: RoutesInput): Promise<readonly MockRoute[]> {
  const routes: MockRoute[][] = [];
  // The only one for all that is planned: nothing else lets a signal in, or a thread's other work.
  const pause = timeSlice(SLICE_MS, 1);
  for (const runnable of input.files) {
    const file = new FileRoutes(runnable, input, pause);
    const own: MockRoute[] = [];
    for (const place of runOrder(runnable.file.requests)) {
      const request = runnable.file.requests[place];
      if (request) own[place] = await file.route(request);
      await pause();
      input.signal.throwIfAborted();
    }
    routes.push(own);
  }
  return routes.flat();
}

const SLICE_MS = 8;

/** Those first that others depend on, as in a run: what they would capture is known then. */
function runOrder(requests: readonly Request[]): readonly number[] {
  const places = new Map(requests.map(({ name }, place) => [name, place]));
  const edges = requests.map(({ metadata }) =>
    (metadata.depends ?? []).flatMap((name) => places.get(name) ?? []),
  );
  const order = scheduleOrder(edges);
  // A circle hinders a run, but no mock.
  return [...new Set([...order, ...requests.keys()])];
}

class FileRoutes {
  readonly #runnable: RunnableFile;
  readonly #input: RoutesInput;
  readonly #captures = new CaptureStore();
  readonly #sources: ScopeSources;
  readonly #variables: ReadonlyMap<string, FileVariable>;
  readonly #scope: Scope;
  readonly #schema: ReturnType<typeof schemaReader>;
  readonly #limits: EvaluationLimits;
  readonly #pause: Pause;

  constructor(runnable: RunnableFile, input: RoutesInput, pause: Pause) {
    const { options, process, clock, random, readFile, secrets } = input;
    this.#runnable = runnable;
    this.#input = input;
    this.#pause = pause;
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
    this.#scope = createScope({ ...this.#sources, captures: this.#captures });
    this.#schema = schemaReader(runnable.directory, readFile);
    this.#limits = { ...DEFAULT_LIMITS, signal: input.signal };
  }

  async route(request: Request): Promise<MockRoute> {
    const path = routePath(request.url, { sources: this.#sources, variables: this.#variables });
    const slots = Object.fromEntries(path.parameters.map((name) => [name, `{{${name}}}`]));
    const { answer, ignored } = await this.#answer(request, this.#scope.with({ overrides: slots }));
    const examples = path.parameters.map((name) => this.#example(name));
    const overrides = Object.fromEntries(path.parameters.map((name, index) => [name, examples[index]]));
    const view = exampleView(answer, path, examples, this.#input.delay, this.#limits);
    const { assertions } = request;
    const example = this.#scope.with({ overrides });
    const violations = await checkResponse(assertions, view, example, this.#schema, this.#pause);
    await this.#capture(request, view);
    const name = shownName(request);
    const told = violations.map((violation) => violationText(violation, name, request.mock !== null));
    const warnings = [...ignored, ...told].map(
      ({ line, text }) => `${this.#runnable.shown}:${line}: ${text}`,
    );
    const { shown: file } = this.#runnable;
    return { method: request.method.toUpperCase(), path, name, file, line: request.line, answer, warnings };
  }

  async #answer(
    request: Request,
    scope: Scope,
  ): Promise<{ readonly answer: RouteResponse; readonly ignored: readonly Warning[] }> {
    const constraints = readConstraints(request.assertions, scope, this.#limits, this.#pause);
    if (request.mock === null) {
      const known = await withSamples(constraints, this.#schema);
      return { answer: await deriveResponse(known, scope), ignored: [] };
    }
    const { answer, ignored } = blockResponse(request.mock, equalStatus(constraints) ?? 200);
    return { answer, ignored: ignored.map(({ line, reason: text }) => ({ line, text })) };
  }

  /** What a run against this very mock would have captured by then. */
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
    fillSlots(cutSlots(text, parameters, as), examples);
  const bytes = Buffer.from(fill(body, isJsonType(contentType) ? 'json' : 'text'), 'utf8');
  const written = headers.map(([name, value]) => [name, fill(value, 'header')] as const);
  return createResponseView({
    status,
    headers: [...written, ['Content-Length', String(bytes.length)], ['Date', new Date(0).toUTCString()]],
    url: `http://mock.invalid${shown}`,
    duration: delay,
    body: bytes,
    limits,
  });
}

/** As written in the file: values of variables are nobody's business here. */
function violationText({ assertion, actual }: Violation, name: string, isBlock: boolean): Warning {
  const written = `${assertion.subject} ${operatorAndValue(assertion)}`;
  const got = isBlock ? `, it gives ${shortValue(actual)}` : '; a mock block could';
  return {
    line: assertion.line,
    text: `the mock response of ${name} does not pass \`${cut(written)}\`${got}`,
  };
}

const LONGEST_SHOWN = 120;

function cut(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
