/** Changes stored responses in the ways real APIs break, and counts what nothing would notice. */
import { toJson } from '../evaluation/values/json.js';
import { REDACTED } from '../redaction/redacted.js';
import { getOrAdd } from '../primitives/get-or-add.js';
import { timeSlice } from '../primitives/time-slice.js';
import type { Request } from '../request-file/model/model.js';
import { VerdictMerger } from './check/merge-rows.js';
import { MutantCheck } from './check/mutant-check.js';
import type { ReplayedRequest } from './check/replayed-request.js';
import { valueBefore } from './check/value-before.js';
import type { Mutant } from './model/mutant.js';
import { MUTATION_KINDS } from './model/mutation-kinds.js';
import type { StoredExchange } from './model/stored-exchange.js';
import type {
  FileStrength,
  MeasuredRequest,
  Measurement,
  MutantVerdict,
  RequestStrength,
} from './model/strength.js';
import { tallyOf, totalOf } from './model/tally.js';
import { ResponseChanger } from './mutate/change-response.js';
import { Equivalence } from './mutate/equivalence.js';
import { mutantsOf } from './mutate/mutants-of.js';

/** A request with what is known of its responses. */
export interface RequestToMeasure {
  readonly request: Request;
  /** The path as it is shown to the user. */
  readonly file: string;
  readonly name: string;
  /** Of the last passed run, one for each data row or element; empty when there is no response. */
  readonly replayed: readonly ReplayedRequest[];
  /** Those of earlier runs that passed, the newest first. */
  readonly earlier: readonly StoredExchange[];
  /** Why the request has no response, or is not checked as a whole; sentences. */
  readonly problems: readonly string[];
}

export interface MeasureOptions {
  readonly seed: number;
  /** How many changes of one response are checked at most. */
  readonly maxMutants: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each request. */
  readonly onProgress?: ((progress: MeasureProgress) => void) | undefined;
}

export interface MeasureProgress {
  readonly file: string;
  readonly request: string;
  /** Changes checked so far, in all requests. */
  readonly checked: number;
}

/** The requests are given in the order of files and lines. Nothing is sent, read or written. Throws what aborts it. */
export async function measureStrength(
  requests: readonly RequestToMeasure[],
  options: MeasureOptions,
): Promise<Measurement> {
  const measured: MeasuredRequest[] = [];
  const counter = { checked: 0 };
  const pause = timeSlice();
  for (const each of requests) {
    options.onProgress?.({ file: each.file, request: each.name, checked: counter.checked });
    measured.push(await measureRequest(each, options, counter, pause));
  }
  const files = filesOf(measured.map(({ strength }) => strength));
  return { strength: { ...totalOf(files), seed: options.seed, files }, requests: measured };
}

async function measureRequest(
  { request, file, name, replayed, earlier, problems }: RequestToMeasure,
  options: MeasureOptions,
  counter: { checked: number },
  pause: () => Promise<void> | undefined,
): Promise<MeasuredRequest> {
  const merger = new VerdictMerger();
  const found = new Set(problems);
  for (const response of replayed) {
    for (const problem of response.problems) found.add(problem);
    const masked = await measureResponse(response, earlier, merger, { ...options, counter, pause });
    if (masked > 0) found.add(MASKED);
  }
  const { killed, survivors, equivalents } = merger.end();
  const strength: RequestStrength = {
    ...tallyOf({ killed, survived: survivors.length, equivalent: equivalents.length }),
    file,
    name,
    line: request.line,
    survivors,
    equivalents,
    problems: [...found],
  };
  return { strength, request, exchanges: replayed.map(({ exchange }) => exchange), earlier };
}

const MASKED = 'Values that are masked as secrets were only removed, renamed or replaced, not varied.';

interface Work extends MeasureOptions {
  readonly counter: { checked: number };
  readonly pause: () => Promise<void> | undefined;
}

/** Returns how many changes were left out because the value is masked. */
async function measureResponse(
  replayed: ReplayedRequest,
  earlier: readonly StoredExchange[],
  merger: VerdictMerger,
  { seed, maxMutants, signal, counter, pause }: Work,
): Promise<number> {
  const { exchange } = replayed;
  const equivalence = new Equivalence(exchange, earlier);
  const check = new MutantCheck(replayed);
  const changer = new ResponseChanger(exchange);
  let masked = 0;
  merger.startResponse();
  for (const mutant of mutantsOf(exchange, { seed, maxMutants })) {
    const yielded = pause();
    if (yielded) await yielded;
    signal?.throwIfAborted();
    if (isMasked(mutant, changer)) {
      masked++;
      continue;
    }
    merger.add(mutant, await verdictOn(mutant, check, equivalence), changer);
    counter.checked++;
  }
  return masked;
}

/** The real value of a masked one is not known, so that a variation of it, or another value around it, says nothing. */
function isMasked({ kind, change }: Mutant, changer: ResponseChanger): boolean {
  if (!valueBefore(changer, change).includes(REDACTED)) return false;
  if (MUTATION_KINDS[kind].changesOnlyValue) return true;
  return change.on === 'value' && change.edit.kind === 'set' && toJson(change.edit.value).includes(REDACTED);
}

async function verdictOn(
  mutant: Mutant,
  check: MutantCheck,
  equivalence: Equivalence,
): Promise<MutantVerdict> {
  const rule = equivalence.ruleOf(mutant);
  if (rule !== undefined) return { verdict: 'equivalent', rule };
  const by = await check.noticeOf(mutant);
  return by === undefined ? { verdict: 'survived' } : { verdict: 'killed', by };
}

function filesOf(requests: readonly RequestStrength[]): readonly FileStrength[] {
  const byFile = new Map<string, RequestStrength[]>();
  for (const request of requests) {
    getOrAdd(byFile, request.file, (): RequestStrength[] => []).push(request);
  }
  return [...byFile].map(([file, each]) => ({ ...totalOf(each), file, requests: each }));
}
