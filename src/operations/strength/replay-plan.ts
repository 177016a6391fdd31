/** Goes through the requests of a plan as a run does, with stored responses instead of sent requests. */
import type { LoopItem, ScopeChanges } from '../../evaluation/variables/scope-sources.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../http/message/message.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { isUnlogged } from '../../request-file/model/client-directives.js';
import { FILTERED_OUT, shownName } from '../../request-file/model/request-filter.js';
import { createFileContext } from '../../runner/file-context.js';
import { loadRows } from '../../runner/plan/data-rows.js';
import { callOf, type Dependency, type Node, type Owner } from '../../runner/plan/graph.js';
import { loopItems } from '../../runner/plan/loop-items.js';
import type { FilePlan, RunPlan, Step } from '../../runner/plan/plan.js';
import { conditionsHold } from '../../runner/request-start.js';
import type { Run } from '../../runner/run.js';
import type { ReplayedRequest } from '../../strength/check/replayed-request.js';
import type { RequestToMeasure } from '../../strength/measure.js';
import type { StoredExchange } from '../../strength/model/stored-exchange.js';
import type { ExchangeSource } from './exchange-source.js';
import { GivenValues } from './given-values.js';
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
  const measured: RequestToMeasure[] = [];
  for (const file of input.plan.files) measured.push(...(await replay.file(file)));
  return measured;
}

/** The results of one request. */
interface NodeReplay {
  readonly node: Node;
  readonly results: ReplayedResult[];
  readonly earlier: StoredExchange[];
  readonly problems: Set<string>;
}

class PlanReplay {
  readonly #input: ReplayInput;
  readonly #globals = new GivenValues();
  readonly #files = new Map<Owner, FileReplay>();
  readonly #replays = new Map<Node, NodeReplay>();
  readonly #pause = timeSlice(8, 1);
  #place = 0;

  constructor(input: ReplayInput) {
    this.#input = input;
  }

  async file({ runnable, steps }: FilePlan): Promise<readonly RequestToMeasure[]> {
    const occurrences = new Map<string, number>();
    const measured: NodeReplay[] = [];
    for (const step of steps) {
      const yielded = this.#pause();
      if (yielded) await yielded;
      this.#input.run.signal.throwIfAborted();
      if (step.skipReason === FILTERED_OUT) continue;
      const done = await this.#step(step, runnable.shown, occurrences);
      // A request of another file is measured with that file.
      if (step.node.owner.runnable === runnable) measured.push(done);
    }
    measured.sort((a, b) => a.node.place - b.node.place);
    return measured.map((each) => toMeasure(each));
  }

  async #step(step: Step, runFile: string, occurrences: Map<string, number>): Promise<NodeReplay> {
    const { node, skipReason, dependencies } = step;
    const { owner, request } = node;
    const replay: NodeReplay = { node, results: [], earlier: [], problems: new Set() };
    this.#replays.set(node, replay);
    const file = this.#context(owner);
    for (const dependency of dependencies) this.#import(dependency, file, owner);
    if (skipReason !== '') replay.problems.add(`The request is skipped: ${skipReason}.`);
    else if (isUnlogged(request)) replay.problems.add('Its responses are not kept because of `@no-log`.');
    else {
      try {
        const scope = file.file.scope.with(this.#overrides(node));
        const { if: wanted, unless } = request.metadata;
        const place = this.#place++;
        for (const { row, changes } of await executionsOf(node, file, scope)) {
          if (!conditionsHold(wanted, unless, scope.with(changes))) continue;
          await this.#result(replay, { runFile, row, occurrences, place }, changes);
        }
      } catch (error) {
        if (!(error instanceof VariableFailure || error instanceof RequestFailure)) throw error;
        replay.problems.add(`The request cannot be followed without a run: ${error.message}.`);
      }
    }
    const call = callOf(node);
    if (call && call.owner !== owner)
      this.#import({ written: call.written, node, problem: undefined }, this.#context(call.owner), call.owner);
    return replay;
  }
}
