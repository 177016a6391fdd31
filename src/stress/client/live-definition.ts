/** A request definition made ready for the load: its path is chosen once, and everything fixed is worked out. */
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { compileAssertion } from '../../evaluation/compile-assertion.js';
import { originOf } from '../../http/message/url-parts.js';
import type { ProxyRule } from '../../http/connect/proxy.js';
import type { Target } from '../../http/message/target.js';
import type { CaptureSource, Request } from '../../request-file/model/model.js';
import { loadRows, type DataRow } from '../../runner/plan/data-rows.js';
import type { FileContext } from '../../runner/file-context.js';
import { compileRequest, type CompiledRequest } from './compile-request.js';
import type { KeepAlive } from '../../http/http1/http1-reader.js';
import type { Asking } from './load-connection.js';
import type { LoadPool } from './load-pool.js';
import { NotQuick } from './request-slots.js';
import { varyingTemplates, type Varies } from './varying.js';

export interface LiveDefinition {
  readonly index: number;
  readonly request: Request;
  /** Of its file, before any iteration. */
  readonly base: FileContext;
  /** Undefined: the ordinary path sends it. Removed when an answer shows that it has to. */
  quick: QuickWay | undefined;
  /** Leaves something for later requests of the iteration. */
  readonly leaves: boolean;
  readonly usesJar: boolean;
  readonly followsRedirects: boolean;
  readonly hasConditions: boolean;
  readonly rows: Rows | undefined;
}

export interface QuickWay {
  readonly compiled: CompiledRequest;
  readonly pool: LoadPool;
  readonly asking: Asking;
  readonly timeout: number;
  /** Undefined when an expected value varies. */
  readonly assertions: readonly ResolvedAssertion[] | undefined;
  /** When nothing but the status decides: whether each status met so far passes. */
  readonly verdicts: Map<number, boolean> | undefined;
}

export type Rows =
  | { readonly list: readonly DataRow[]; readonly areText: boolean }
  | { readonly failure: unknown };

export interface DefinitionInput {
  readonly index: number;
  readonly request: Request;
  /** Requests of the same iteration up to this one, in any iteration it belongs to. */
  readonly chain: readonly Request[];
  readonly base: FileContext;
  readonly quickAllowed: boolean;
  readonly proxyOf: ProxyRule;
  readonly poolOf: (target: Target) => LoadPool;
}

export async function readyDefinition(input: DefinitionInput): Promise<LiveDefinition> {
  const { index, request, base } = input;
  const { metadata } = request;
  const { options } = base.run;
  return {
    index,
    request,
    base,
    quick: await quickWay(input),
    leaves: request.captures.length > 0 || (request.name !== '' && base.needsResponse(request.name)),
    usesJar: options.cookies && !metadata.noCookieJar,
    followsRedirects: options.followRedirects && !metadata.noRedirect,
    hasConditions: metadata.if !== undefined || metadata.unless !== undefined,
    rows: metadata.data === undefined ? undefined : await rowsOf(metadata.data, base),
  };
}

async function rowsOf(data: string, { scope, run, runnable }: FileContext): Promise<Rows> {
  try {
    const path = scope.text(data);
    const list = await loadRows(path, runnable.directory, run.fileAccess.readFile);
    return { list, areText: !/\.json$/i.test(path) };
  } catch (failure) {
    return { failure };
  }
}

/** Whatever stands in the way, the ordinary path meets it too and says what it is. */
async function quickWay(input: DefinitionInput): Promise<QuickWay | undefined> {
  const { request, base, chain, quickAllowed } = input;
  const { options, certificateOrigins } = base.run;
  const { timeout = options.timeout, dynamicValues } = request.metadata;
  if (!quickAllowed || options.httpVersion === '2' || dynamicValues?.['timeout'] !== undefined)
    return undefined;
  const varies = varyingTemplates({ file: base.runnable.file, environment: options.environment, chain });
  try {
    const keeping = keepingOf(request, base.needsResponse);
    const compiled = await compileRequest(request, base, varies);
    const { target } = compiled;
    if (input.proxyOf(target)) return undefined;
    certificateOrigins?.add(originOf(target.origin));
    const assertions = fixedAssertions(request, base, varies);
    const isPlain = request.captures.length === 0 && !keeping.body && !keeping.headers;
    return {
      compiled,
      pool: input.poolOf(target),
      asking: { keeping, bodiless: request.method === 'HEAD', maxBodyBytes: options.maxBodyBytes },
      timeout,
      assertions,
      verdicts: isPlain && assertions && looksAtStatusOnly(request) ? new Map() : undefined,
    };
  } catch {
    return undefined;
  }
}

function fixedAssertions(
  { assertions }: Request,
  { scope }: FileContext,
  varies: Varies,
): readonly ResolvedAssertion[] | undefined {
  const texts = assertions.map(({ raw, expected }) => raw ?? JSON.stringify(expected));
  return texts.some(varies) ? undefined : assertions.map((assertion) => resolveAssertion(assertion, scope));
}

function looksAtStatusOnly({ assertions }: Request): boolean {
  return assertions.every((assertion) => compileAssertion(assertion).subject.kind === 'status');
}

/** What of the answer somebody looks at. */
function keepingOf(request: Request, needsResponse: (name: string) => boolean): KeepAlive {
  const sources: CaptureSource[] = request.captures.map(({ source }) => source);
  const subjects = request.assertions.map((assertion) => compileAssertion(assertion).subject.kind);
  const seen = new Set<string>([...sources, ...subjects]);
  // The final URL belongs to those who follow redirects.
  if (seen.has('url')) throw new NotQuick('the URL of the answer is asked for');
  const whole = request.name !== '' && needsResponse(request.name);
  const body =
    whole || ['body', 'size', 'sha256', 'jsonpath', 'xpath', 'regex'].some((each) => seen.has(each));
  return { body, headers: body || ['header', 'headers', 'cookie'].some((each) => seen.has(each)) };
}
