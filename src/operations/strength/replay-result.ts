/** Replays one result: what its request would send, what it checks and what it captures, with the stored response. */
import { conditionsHold, resolveConditions, type AssertionContext } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { takeCapture } from '../../evaluation/take-capture.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import type { Scope, ScopeChanges } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../http/message/message.js';
import { SubjectProblem } from '../../evaluation/subjects.js';
import { allCaptures, allSets } from '../../request-file/model/all-checks.js';
import type { Assertion, Capture, Request } from '../../request-file/model/model.js';
import type { FileContext } from '../../runner/file-context.js';
import { prepareRequest, type PreparedRequest } from '../../runner/prepare/prepare-request.js';
import {
  createSeenValues,
  WatchedCaptures,
  watchedGlobals,
  type SeenValues,
} from '../../strength/check/changed-captures.js';
import { LaterRequest } from '../../strength/check/later-request.js';
import { StoredView } from '../../strength/check/stored-view.js';
import type { ReplayedRequest } from '../../strength/check/replayed-request.js';
import type { StoredExchange } from '../../strength/model/stored-exchange.js';
import { ResponseChanger } from '../../strength/mutate/change-response.js';
import { isReadingUnclear } from '../../strength/mutate/stored-body.js';
import type { GivenValues, Users } from './given-values.js';
import { keepAssertions } from './stored-assertions.js';

/** What the results of one file share. */
export interface FileReplay {
  readonly file: FileContext;
  readonly given: GivenValues;
  /** Values that requests of all files see. */
  readonly globals: GivenValues;
  readonly restartRandom: () => void;
}

export interface ResultToReplay {
  readonly exchange: StoredExchange;
  /** The number of its row or element. */
  readonly row: number | undefined;
  /** What the list of its elements was made of. */
  readonly seenByList: SeenValues;
  /** The place in the schedule of the run. */
  readonly place: number;
  readonly changes: ScopeChanges;
}

/** A value that the request gives to later ones, and the capture that took it; `@set` takes none. */
interface Value {
  readonly value: unknown;
  readonly capture: Capture | undefined;
}

export interface ReplayedResult {
  /** What is known before the requests after it are replayed. */
  readonly replayed: Omit<ReplayedRequest, 'captures' | 'responseUsers'>;
  readonly users: Users;
  readonly view: ResponseView;
  readonly values: ReadonlyMap<string, Value>;
}

/** One request while it is replayed. */
interface Replay extends FileReplay, ResultToReplay {
  readonly request: Request;
  readonly scope: Scope;
  readonly context: AssertionContext;
  readonly view: ResponseView;
  readonly values: Map<string, Value>;
}

export async function replayResult(shared: FileReplay, result: ResultToReplay): Promise<ReplayedResult> {
  const { file, given, globals, restartRandom } = shared;
  const { exchange, row, seenByList, changes } = result;
  const { request } = exchange;
  const seen = createSeenValues(seenByList);
  const captures = new WatchedCaptures(file.captures, seen);
  const scope = file.scope.with({ captures, globals: watchedGlobals(file.globals, seen), ...changes });
  const context = { ...file.assertionContext, scope };
  const view = viewOf(exchange);
  const replay: Replay = { ...shared, ...result, request, scope, context, view, values: new Map() };
  restartRandom();
  const before = await prepare(replay);
  const kept = await keepAssertions(exchange, view, scope, (assertion) => contextOf(replay, assertion));
  const hasOtherChecks = kept.hasOthers || request.db.some(({ assertions }) => assertions.length > 0);
  const checks = { assertions: kept.assertions, hasOtherChecks };
  const users: Users = { ofCaptures: new Map(), ofResponse: [] };
  const stores = { captures: file.captures, globals: file.globals, seen };
  const { defaults } = file.run;
  const { name } = exchange;
  const own = { request, name, row, scope, context, defaults, restartRandom, view };
  const user = new LaterRequest({ ...own, ...stores, ...checks }, before);
  given.noteUses(user, seen, users);
  for (const global of seen.globals.keys()) globals.noteUse(global, user, users);
  await takeCaptures(replay);
  giveValues(replay, users, before);
  const problems = [...kept.problems, ...problemsOf(exchange)];
  const replayed = { exchange, scope, captureContext: context, ...checks, problems };
  return { replayed, users, view, values: replay.values };
}

function viewOf(exchange: StoredExchange): ResponseView {
  const { url, durationMs } = exchange;
  return new StoredView({ ...new ResponseChanger(exchange).original, url, durationMs }, true);
}

/** What the request would send; undefined when that is not known without a run. */
async function prepare(replay: Replay): Promise<PreparedRequest | undefined> {
  const { request, scope, file } = replay;
  try {
    for (const set of allSets(request)) {
      const conditions = resolveConditions(set, scope);
      if (conditions && !(await conditionsHold(conditions, replay.view, replay.context))) continue;
      keep(replay, set, scope.text(set.value), undefined);
    }
    return prepareRequest(request, scope, file.run.defaults);
  } catch (error) {
    if (error instanceof VariableFailure || error instanceof RequestFailure) return undefined;
    throw error;
  }
}

function contextOf({ file, exchange, context }: Replay, { operator, subject }: Assertion): AssertionContext {
  if (operator !== 'snapshot') return context;
  return { ...context, snapshot: file.snapshots.accessFor(exchange.name, subject, []) };
}

/** As a run takes them: one that finds nothing drops what an earlier row has given. */
async function takeCaptures(replay: Replay): Promise<void> {
  const { request, scope, context, view, file, place } = replay;
  for (const capture of allCaptures(request)) {
    let value: unknown;
    try {
      const conditions = resolveConditions(capture, scope);
      if (conditions && !(await conditionsHold(conditions, view, context))) continue;
      value = await takeCapture(capture, view, scope);
    } catch (error) {
      if (!(error instanceof VariableFailure || error instanceof SubjectProblem)) throw error;
      value = ABSENT;
    }
    if (value !== ABSENT) keep(replay, capture, value, capture);
    else {
      file.captures.unset(request.name, capture.name);
      file.globals.unset(capture.name, place);
      replay.values.delete(capture.name);
    }
  }
}

function keep(
  { file, request, place, values }: Replay,
  { name, global }: { readonly name: string; readonly global?: true },
  value: unknown,
  capture: Capture | undefined,
): void {
  file.captures.set(request.name, name, value);
  if (global) file.globals.set(name, place, value);
  values.set(name, { value, capture });
}

/** Lets the requests that follow see what this one has given, and be noted as its users. */
function giveValues(replay: Replay, users: Users, before: PreparedRequest | undefined): void {
  const { file, given, globals, request, view, values } = replay;
  const { name: requestName } = request;
  for (const [name, { value, capture }] of values) {
    const names = requestName === '' ? [name] : [name, `${requestName}.${name}`];
    given.give(names, { by: users, capture, value });
    if (capture?.global) globals.give([name], { by: users, capture, value });
  }
  if (requestName === '') return;
  file.captures.setResponse(requestName, view);
  if (before) {
    const { url, headers } = before;
    file.captures.setRequest(requestName, { url, headers, text: undefined });
  }
  given.giveResponse(requestName, users);
}

function problemsOf(exchange: StoredExchange): readonly string[] {
  const { request, isCut, source } = exchange;
  const problems: string[] = [];
  if (isReadingUnclear(exchange))
    problems.push(
      'The history does not say whether the body is JSON or text, so that nothing in it was changed: use --run.',
    );
  if (isCut)
    problems.push(
      source === 'history'
        ? 'The history has only the start of the body, so that nothing in it was changed: use --run.'
        : 'The body is too long to be kept, so that nothing in it was changed.',
    );
  if (request.db.length > 0)
    problems.push('The queries of `>>>db` are not run, so that what they would notice does not count.');
  if (request.shell.length > 0)
    problems.push('The commands of `>>>shell` are not run, so that what they would notice does not count.');
  return problems;
}
