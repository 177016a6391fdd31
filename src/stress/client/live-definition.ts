/** A request definition prepared for the load: its path is chosen once, and everything fixed is resolved in advance. */
import { environmentOf } from '../../runner/plan/file-environment.js';
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { limitsWithin } from '../../evaluation/bounded/limits.js';
import { compileAssertion } from '../../evaluation/compile-assertion.js';
import type { Scope, ScopeChanges } from '../../evaluation/variables/scope.js';
import { originOf } from '../../http/message/url-parts.js';
import type { ProxyRule } from '../../http/connect/proxy.js';
import type { Target } from '../../http/message/target.js';
import { toJson } from '../../primitives/json/json-writer.js';
import {
  allComparisons,
  allSets,
  comparisonsOf,
  givenNames,
  needsResponse as needsCurrentResponse,
} from '../../request-file/model/all-checks.js';
import type { Capture, CaptureSource, Request } from '../../request-file/model/model.js';
import { elementNames } from '../../request-file/model/repeated-request.js';
import { loadRows } from '../../runner/plan/data-rows.js';
import { loopItems } from '../../runner/plan/loop-items.js';
import type { FileContext } from '../../runner/file-context.js';
import { tokenIds } from '../../runner/prepare/token-ids.js';
import { compileRequest, type CompiledRequest } from './compile-request.js';
import type { KeptParts } from '../../http/http1/http1-reader.js';
import type { ResponseReadOptions } from './load-connection.js';
import type { LoadPool } from './load-pool.js';
import { ResponseChecker } from './response-checker.js';
import { NeedsOrdinaryPath } from './request-slots.js';
import { createVariesCheck, type VariesCheck } from './varying-templates.js';

export interface LiveDefinition {
  readonly index: number;
  readonly request: Request;
  /** The context of its file before any iteration. */
  readonly base: FileContext;
  /** Undefined when the ordinary path sends it. Removed when a response shows that the quick path cannot handle it. */
  quick: QuickPath | undefined;
  /** Later requests of the iteration may use its captures or its response. */
  readonly setsCaptures: boolean;
  readonly usesJar: boolean;
  readonly followsRedirects: boolean;
  readonly hasConditions: boolean;
  /** It writes tokens that an environment file of another client describes. */
  readonly usesTokens: boolean;
  readonly rows: RowChange | undefined;
}

export interface QuickPath {
  readonly compiled: CompiledRequest;
  readonly pool: LoadPool;
  readonly readOptions: ResponseReadOptions;
  readonly timeout: number;
  /** Undefined when an expected value varies. */
  readonly assertions: readonly ResolvedAssertion[] | undefined;
  /** Undefined when more is done with a response than to check it. */
  readonly checker: ResponseChecker | undefined;
}

/**
 * What the row or element of a number changes in the scope of an iteration; undefined when there is none at all. Throws
 * what the request fails with.
 */
export type RowChange = (scope: Scope, number: number) => ScopeChanges | undefined;

export interface DefinitionInput extends Pick<LiveDefinition, 'index' | 'request' | 'base'> {
  /** The requests that may precede this one in an iteration. */
  readonly chain: readonly Request[];
  readonly quickAllowed: boolean;
  readonly proxyOf: ProxyRule;
  readonly poolOf: (target: Target) => LoadPool;
}

export async function prepareDefinition(input: DefinitionInput): Promise<LiveDefinition> {
  const { index, request, base } = input;
  const { metadata } = request;
  const { options } = base.run;
  return {
    index,
    request,
    base,
    quick: await createQuickPath(input),
    setsCaptures: givenNames(request).length > 0 || (request.name !== '' && base.needsResponse(request.name)),
    usesJar: options.cookies && !metadata.noCookieJar,
    followsRedirects: options.followRedirects && !metadata.noRedirect,
    hasConditions: metadata.if !== undefined || metadata.unless !== undefined,
    usesTokens: tokenIds(request, base.owner).size > 0,
    rows: await rowsOf(input),
  };
}

async function rowsOf(input: DefinitionInput): Promise<RowChange | undefined> {
  const { request, base } = input;
  const { data, each } = request.metadata;
  if (data === undefined && each === undefined) return undefined;
  if (each !== undefined && variesIn(input)(each.source))
    return (scope, number) => elementAt(request, scope, number);
  let changes: readonly ScopeChanges[];
  try {
    changes = data === undefined ? elementsOf(request, base.scope) : await dataChanges(data, base);
  } catch (failure) {
    return () => {
      throw failure;
    };
  }
  return (_scope, number) => changeAt(changes, number);
}

function changeAt(changes: readonly ScopeChanges[], number: number): ScopeChanges | undefined {
  return changes[number % changes.length];
}

/** Only the one that is wanted, since the list may be long and is another one for each iteration. */
function elementAt(request: Request, scope: Scope, number: number): ScopeChanges | undefined {
  const items = loopItems(request, scope) ?? [];
  const loop = items[number % items.length];
  return loop && { loop };
}

function elementsOf(request: Request, scope: Scope): readonly ScopeChanges[] {
  return (loopItems(request, scope) ?? []).map((loop) => ({ loop }));
}

async function dataChanges(
  data: string,
  { scope, run, runnable }: FileContext,
): Promise<readonly ScopeChanges[]> {
  const path = scope.text(data);
  const rows = await loadRows(path, runnable.directory, run.fileAccess.readFile);
  const rowIsText = !/\.json$/i.test(path);
  return rows.map((row) => ({ row, rowIsText }));
}

function variesIn({ request, base, chain }: DefinitionInput): VariesCheck {
  return createVariesCheck({
    file: base.runnable.file,
    environment: environmentOf(base.runnable, base.run.options),
    chain,
    elements: elementNames(request),
  });
}

/** Errors are ignored here because the ordinary path runs into them too and reports them. */
async function createQuickPath(input: DefinitionInput): Promise<QuickPath | undefined> {
  const { request, base, quickAllowed } = input;
  const { options, certificateOrigins } = base.run;
  const { timeout = options.timeout, dynamicValues } = request.metadata;
  if (!quickAllowed || options.httpVersion === '2' || dynamicValues?.['timeout'] !== undefined)
    return undefined;
  // Variables are set and tokens fetched before the request is resolved, which only the ordinary path does.
  if (allSets(request).length > 0 || tokenIds(request, base.owner).size > 0) return undefined;
  const varies = variesIn(input);
  try {
    const keeping = keptParts(request, base.needsResponse);
    const compiled = await compileRequest(request, base, varies);
    const { target } = compiled;
    if (input.proxyOf(target)) return undefined;
    certificateOrigins?.add(originOf(target.origin));
    const { maxBodyBytes } = options;
    const assertions = isPlain(request) ? fixedAssertions(request, base, varies) : undefined;
    const checker = createChecker(request, base, assertions, { timeout, readsBody: keeping.body });
    return {
      compiled,
      pool: input.poolOf(target),
      readOptions: {
        keep: keeping,
        checkedAtOnce: checker,
        bodiless: request.method === 'HEAD',
        maxBodyBytes,
      },
      timeout,
      assertions,
      checker,
    };
  } catch {
    return undefined;
  }
}

function fixedAssertions(
  { assertions }: Request,
  { scope }: FileContext,
  varies: VariesCheck,
): readonly ResolvedAssertion[] | undefined {
  const texts = assertions.map(({ raw, expected }) => raw ?? toJson(expected));
  return texts.some(varies) ? undefined : assertions.map((assertion) => resolveAssertion(assertion, scope));
}

function createChecker(
  request: Request,
  { run, assertionContext, needsResponse }: FileContext,
  assertions: readonly ResolvedAssertion[] | undefined,
  { timeout, readsBody }: { readonly timeout: number; readonly readsBody: boolean },
): ResponseChecker | undefined {
  if (request.captures.length > 0 || (request.name !== '' && needsResponse(request.name))) return undefined;
  if (!isPlain(request)) return undefined;
  const { maxBodyBytes } = run.options;
  const limits = limitsWithin(timeout, run.signal);
  return new ResponseChecker({
    request,
    assertions,
    context: assertionContext,
    limits,
    maxBodyBytes,
    readsBody,
  });
}

/** Whether every assertion depends on nothing but the response: it has no condition, and compares no variable. */
function isPlain(request: Request): boolean {
  return request.assertions.every(
    (assertion) =>
      comparisonsOf(assertion).length === 0 &&
      compileAssertion(assertion).subject.kind !== 'variable' &&
      !needsCurrentResponse(assertion.raw ?? toJson(assertion.expected)),
  );
}

/** Which parts of the response are used by assertions, captures or later requests. */
function keptParts(request: Request, needsResponse: (name: string) => boolean): KeptParts {
  const sources = request.captures.flatMap(sourcesOf);
  const comparisons = allComparisons(request);
  const subjects = comparisons.map((comparison) => compileAssertion(comparison).subject.kind);
  const templates = comparisons.map(({ raw, expected }) => raw ?? toJson(expected));
  // A template may use any part.
  if (sources.includes('text') || templates.some(needsCurrentResponse)) subjects.push('body');
  const seen = new Set<string>([...sources, ...subjects]);
  // Only the ordinary path follows redirects, so only it can give the final URL.
  if (seen.has('url')) throw new NeedsOrdinaryPath('the URL of the response is used');
  const whole = request.name !== '' && needsResponse(request.name);
  const body =
    whole || ['body', 'size', 'sha256', 'jsonpath', 'xpath', 'regex'].some((each) => seen.has(each));
  return { body, headers: body || ['header', 'headers', 'cookie'].some((each) => seen.has(each)) };
}

function sourcesOf(capture: Capture): readonly CaptureSource[] {
  return [capture, ...(capture.or ?? [])].flatMap((value) => ('source' in value ? [value.source] : []));
}
