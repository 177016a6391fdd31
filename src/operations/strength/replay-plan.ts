/** Goes through the requests of a plan as a run does, with stored responses instead of sent requests. */
import type { LoopItem, ScopeChanges } from '../../evaluation/variables/scope-sources.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../http/message/message.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { isUnlogged } from '../../request-file/model/client-directives.js';
import { FILTERED_OUT, shownName } from '../../request-file/model/request-filter.js';
import type { Capture } from '../../request-file/model/model.js';
import { unsupportedRequest } from '../../request-file/model/unsupported-request.js';
import { createFileContext } from '../../runner/file-context.js';
import { loadRows } from '../../runner/plan/data-rows.js';
import { callOf, keyOf, type Dependency, type Node, type Owner } from '../../runner/plan/graph.js';
import { loopItems } from '../../runner/plan/loop-items.js';
import type { FilePlan, RunPlan, Step } from '../../runner/plan/plan.js';
import { conditionsHold } from '../../runner/request-start.js';
import type { Run } from '../../runner/run.js';
import {
  createSeenValues,
  WatchedCaptures,
  watchedGlobals,
  type SeenValues,
} from '../../strength/check/changed-captures.js';
import type { CaptureUser, ReplayedRequest, UsedCapture } from '../../strength/check/replayed-request.js';
import type { RequestToMeasure } from '../../strength/measure.js';
import type { StoredExchange } from '../../strength/model/stored-exchange.js';
import type { ExchangeSource } from './exchange-source.js';
import { GivenValues, type Users } from './given-values.js';
import { replayResult, type FileReplay, type ReplayedResult } from './replay-result.js';

export interface ReplayInput {
  /** A run that sends nothing and stores no snapshot. */
  readonly run: Run;
  readonly plan: RunPlan;
  readonly source: ExchangeSource;
  readonly restartRandom: () => void;
}

/** In the order of files and lines; requests that were not selected are left out. */
export async function replayPlan(input: ReplayInput): Promise<readonly RequestToMeasure[]> {
  const replay = new PlanReplay(input);
  const files: (readonly NodeReplay[])[] = [];
  // What uses a response may stand in a later file, so that all of them are replayed first.
  for (const file of input.plan.files) files.push(await replay.file(file));
  return files.flatMap((nodes) =>
    nodes
      .toSorted((a, b) => a.node.place - b.node.place)
      .map((each) => toMeasure(each, replay.copiesOf(each.node))),
  );
}

/** The results of one request. */
interface NodeReplay {
  readonly node: Node;
  readonly results: ReplayedResult[];
  readonly earlier: StoredExchange[];
  readonly problems: Set<string>;
  /** The numbers of rows and elements without a response. */
  readonly missingRows: number[];
}

class PlanReplay {
  readonly #input: ReplayInput;
  readonly #globals = new GivenValues();
  readonly #files = new Map<Owner, FileReplay>();
  readonly #replays = new Map<Node, NodeReplay>();
  readonly #byPlace = new Map<string, NodeReplay[]>();
  readonly #pause = timeSlice(8, 1);
  #place = 0;

  constructor(input: ReplayInput) {
    this.#input = input;
  }

  /** The requests to measure. */
  async file({ runnable, steps }: FilePlan): Promise<readonly NodeReplay[]> {
    const occurrences = new Map<string, number>();
    const measured: NodeReplay[] = [];
    for (const step of steps) {
      const yielded = this.#pause();
      if (yielded) await yielded;
      this.#input.run.signal.throwIfAborted();
      if (step.skipReason === FILTERED_OUT) continue;
      const done = await this.#step(step, runnable.shown, occurrences);
      // A request of another file is measured with that file, and one that a line executes once more at its own place.
      if (step.node.owner.runnable === runnable && !callOf(step.node)) measured.push(done);
    }
    return measured;
  }

  /** The same request where other files depend on it, for which it runs once more. */
  copiesOf(node: Node): readonly NodeReplay[] {
    return (this.#byPlace.get(placeKey(node)) ?? []).filter((other) => other.node !== node);
  }

  async #step(step: Step, runFile: string, occurrences: Map<string, number>): Promise<NodeReplay> {
    const { node, skipReason, dependencies } = step;
    const { owner, request } = node;
    const replay: NodeReplay = { node, results: [], earlier: [], problems: new Set(), missingRows: [] };
    this.#replays.set(node, replay);
    getOrAdd(this.#byPlace, placeKey(node), (): NodeReplay[] => []).push(replay);
    const file = this.#context(owner);
    for (const dependency of dependencies) this.#import(dependency, file, owner);
    const unsupported = unsupportedRequest(request);
    if (skipReason !== '') replay.problems.add(`The request is skipped: ${skipReason}.`);
    else if (unsupported) replay.problems.add(`${unsupported.kind} requests cannot be run by svc.`);
    else if (isUnlogged(request)) replay.problems.add('Its responses are not kept because of `@no-log`.');
    else {
      try {
        const overrides = this.#overrides(node);
        const scope = file.file.scope.with(overrides);
        const { if: wanted, unless } = request.metadata;
        const place = this.#place++;
        const seenByList = createSeenValues();
        for (const { row, changes } of await executionsOf(
          node,
          file,
          watchedScope(scope, file, seenByList),
        )) {
          if (!conditionsHold(wanted, unless, scope.with(changes))) continue;
          const seen = (row ?? 0) > MAX_LIST_USERS ? createSeenValues() : seenByList;
          const resultPlace = { runFile, row, seenByList: seen, occurrences, place };
          await this.#result(replay, resultPlace, { ...overrides, ...changes });
        }
        if (replay.results.length === 0 && replay.problems.size === 0)
          replay.problems.add(
            'Nothing of the request is executed, because of its conditions or an empty list.',
          );
      } catch (error) {
        if (!(error instanceof VariableFailure || error instanceof RequestFailure)) throw error;
        const reason = this.#input.run.secrets.redact(error.message);
        replay.problems.add(`The request cannot be followed without a run: ${reason}.`);
      }
    }
    const call = callOf(node);
    if (call && call.owner !== owner)
      this.#import(
        { written: call.written, node, problem: undefined },
        this.#context(call.owner),
        call.owner,
      );
    return replay;
  }

  #context(owner: Owner): FileReplay {
    return getOrAdd(this.#files, owner, () => {
      const file = createFileContext(this.#input.run, owner);
      // No token is fetched, and which one it would be does not matter.
      for (const id of Object.keys(owner.runnable.client?.auth ?? {})) file.tokens.set(id, UNKNOWN_TOKEN);
      const { restartRandom } = this.#input;
      return { file, given: new GivenValues(), globals: this.#globals, restartRandom };
    });
  }

  /** The values after a `run` line count for its requests only. */
  #overrides(node: Node): ScopeChanges {
    const call = callOf(node);
    if (call === undefined || call.overrides.length === 0) return {};
    const { scope } = this.#context(call.owner).file;
    const values = call.overrides.map(({ name, value }) => [name, scope.conditionText(value)] as const);
    return { operator: { ...this.#input.run.options.operatorVariables, ...Object.fromEntries(values) } };
  }

  async #result(
    replay: NodeReplay,
    { runFile, row, seenByList, occurrences, place }: ResultPlace,
    changes: ScopeChanges,
  ): Promise<void> {
    const { source } = this.#input;
    const { request, owner } = replay.node;
    const file = owner.runnable.shown;
    const name = row === undefined ? shownName(request) : `${shownName(request)} [${row}]`;
    const occurrence = occurrences.get(name) ?? 0;
    occurrences.set(name, occurrence + 1);
    const runFiles = file === runFile ? [file] : [runFile, file];
    const rowText = row === undefined ? '' : String(row);
    const found = await source.find({ request, file, runFiles, name, occurrence, row: rowText });
    if (found === undefined) {
      if (row !== undefined) replay.missingRows.push(row);
      replay.problems.add(source.missing);
      return;
    }
    if (found.problem !== undefined) replay.problems.add(found.problem);
    const result = { exchange: found.last, row, seenByList, place, changes };
    replay.results.push(await replayResult(this.#context(owner), result));
    replay.earlier.push(...found.earlier);
  }

  /** What a request of another file has given becomes visible in this one, once for each `@depends`. */
  #import({ written, node }: Dependency, { file, given, globals }: FileReplay, owner: Owner): void {
    if (!node || node.owner === owner) return;
    const result = this.#replays.get(node)?.results.at(-1);
    if (result === undefined || file.imported.has(written)) return;
    file.imported.add(written);
    const { name: request } = node.request;
    for (const [name, { value, capture }] of result.values) {
      file.captures.setForeign(written, request, name, value);
      given.give([name, `${request}.${name}`], { by: result.users, capture, value });
      if (capture?.global) globals.give([name], { by: result.users, capture, value });
    }
    file.captures.setForeignResponse(written, request, result.view);
    given.giveResponse(request, result.users);
  }
}

interface ResultPlace {
  /** The file in whose run the result stands. */
  readonly runFile: string;
  readonly row: number | undefined;
  readonly seenByList: SeenValues;
  /** How often each name has come in the file. */
  readonly occurrences: Map<string, number>;
  readonly place: number;
}

/** Each reads the changed list once more, so that those of a long list are not all asked. */
const MAX_LIST_USERS = 50;

const UNKNOWN_TOKEN = 'unknown-token';

interface Execution {
  /** From 1; undefined for a request that is executed once. */
  readonly row: number | undefined;
  readonly changes: ScopeChanges;
}

/** Notes which values are looked up. */
function watchedScope(scope: Scope, { file: { captures, globals } }: FileReplay, seen: SeenValues): Scope {
  return scope.with({
    captures: new WatchedCaptures(captures, seen),
    globals: watchedGlobals(globals, seen),
  });
}

/** The rows of `@data` and the elements of `@each` and `@loop` that a run would execute the request for. */
async function executionsOf(
  { request, owner }: Node,
  { file }: FileReplay,
  scope: Scope,
): Promise<readonly Execution[]> {
  const { data, each, loop } = request.metadata;
  const changed = (changes: ScopeChanges, index: number): Execution => ({ row: index + 1, changes });
  if (data !== undefined) {
    const path = scope.text(data);
    const rows = await loadRows(path, owner.runnable.directory, file.run.fileAccess.readFile);
    const rowIsText = !/\.json$/i.test(path);
    return rows.map((row, index) => changed({ row, rowIsText }, index));
  }
  const items: readonly LoopItem[] | undefined =
    each === undefined && loop === undefined ? undefined : loopItems(request, scope);
  return items === undefined
    ? [{ row: undefined, changes: {} }]
    : items.map((item, index) => changed({ loop: item }, index));
}

/** Names a request of a file, however often it is executed. */
function placeKey({ owner, place }: Node): string {
  return `${keyOf(owner.runnable)}\0${place}`;
}

function toMeasure(
  { node, results, earlier, problems, missingRows }: NodeReplay,
  copies: readonly NodeReplay[],
): RequestToMeasure {
  const { request, owner } = node;
  const others = copies.flatMap((copy) => copy.results.at(-1)?.users ?? []);
  return {
    request,
    file: owner.runnable.shown,
    name: shownName(request),
    replayed: results.map(({ replayed, users }): ReplayedRequest => {
      const responseUsers = [users, ...others].flatMap(({ ofResponse }) => ofResponse);
      return { ...replayed, captures: usedCaptures(users, others), responseUsers };
    }),
    earlier,
    problems: [...problems, ...rowProblems(missingRows)],
  };
}

const MAX_SHOWN_ROWS = 5;

function rowProblems(rows: readonly number[]): readonly string[] {
  if (rows.length === 0) return [];
  const more = rows.length > MAX_SHOWN_ROWS ? ` and ${rows.length - MAX_SHOWN_ROWS} more` : '';
  return [
    `This concerns its ${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, MAX_SHOWN_ROWS).join(', ')}${more}.`,
  ];
}

/** Other files are read for themselves, so that their captures are found by their places. */
function usedCaptures(own: Users, others: readonly Users[]): readonly UsedCapture[] {
  const byPlace = new Map<string, { readonly capture: Capture; readonly users: CaptureUser[] }>();
  for (const { ofCaptures } of [own, ...others]) {
    for (const [capture, users] of ofCaptures) {
      const used = getOrAdd(byPlace, `${capture.line} ${capture.name}`, () => ({ capture, users: [] }));
      used.users.push(...users);
    }
  }
  return [...byPlace.values()];
}
