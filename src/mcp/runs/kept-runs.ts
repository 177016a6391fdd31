/** The newest runs of this process, in memory only. */
import { Buffer } from 'node:buffer';
import { toJson } from '../../primitives/json/json-writer.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import type { KeptBody, KeptResult, KeptRun } from './kept-run.js';

export interface KeptLimits {
  readonly maxRuns: number;
  /** Of all runs together. */
  readonly maxBytes: number;
}

const LIMITS: KeptLimits = { maxRuns: 20, maxBytes: 64 * 1024 * 1024 };

/** The schema of the tools has ids of at most six digits. */
const MAX_ID = 999_999;

export class KeptRuns {
  readonly #limits: KeptLimits;
  /** The oldest one first. */
  readonly #runs = new Map<string, { readonly run: KeptRun; readonly bytes: number }>();
  readonly #going = new Set<string>();
  #bytes = 0;
  #last = 0;

  constructor(limits: KeptLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Performs a run under an id of its own, and keeps it. */
  async perform(run: (id: string) => Promise<KeptRun>): Promise<KeptRun> {
    this.#last = (this.#last % MAX_ID) + 1;
    const id = `r${this.#last}`;
    this.#going.add(id);
    try {
      const kept = await run(id);
      this.#add(kept);
      return kept;
    } finally {
      this.#going.delete(id);
    }
  }

  /** Older runs give way; of a run that is too large by itself, bodies are left out. */
  #add(run: KeptRun): void {
    const kept = withinBytes(run, this.#limits.maxBytes);
    this.#runs.set(run.id, kept);
    this.#bytes += kept.bytes;
    for (const [id, { bytes }] of this.#runs) {
      if (this.#runs.size <= this.#limits.maxRuns && this.#bytes <= this.#limits.maxBytes) break;
      this.#runs.delete(id);
      this.#bytes -= bytes;
    }
  }

  /** Throws the failure that callers see when there is no such run. */
  find(id: string): KeptRun {
    const kept = this.#runs.get(id);
    if (kept) return kept.run;
    if (this.#going.has(id))
      throw new ToolFailure('not_found', `run ${id} is still going on; wait for its result`);
    const number = Number(id.slice(1));
    throw new ToolFailure(
      'not_found',
      number <= this.#last || this.#runs.size === 0
        ? `run ${id} is no longer kept; run it again`
        : `run ${id} does not exist; the newest is r${this.#last}`,
    );
  }
}

const NO_BODY: KeptBody = { text: '', isCut: true };

/** Bodies of requests that passed are left out first, since nobody has to find out why they failed. */
function withinBytes(run: KeptRun, maxBytes: number): { readonly run: KeptRun; readonly bytes: number } {
  const results = [...run.results];
  const sizes = results.map(sizeOf);
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  for (const isPassed of [true, false]) {
    for (const [index, result] of results.entries()) {
      if (bytes <= maxBytes) break;
      if ((result.status === 'passed') !== isPassed) continue;
      const lighter = withoutBodies(result);
      bytes -= (sizes[index] ?? 0) - sizeOf(lighter);
      results[index] = lighter;
    }
  }
  return { run: { ...run, results }, bytes };
}

function withoutBodies(result: KeptResult): KeptResult {
  const { request, response } = result;
  const emptied = (body: KeptBody): KeptBody => (body.text === '' ? body : NO_BODY);
  return {
    ...result,
    request: { ...request, body: emptied(request.body) },
    ...(response && { response: { ...response, body: emptied(response.body) } }),
  };
}

/** Bodies are counted exactly, the rest by the length of its JSON. */
function sizeOf({ request, response, ...rest }: KeptResult): number {
  const { body: sent, ...built } = request;
  const bodies = Buffer.byteLength(sent.text) + Buffer.byteLength(response?.body.text ?? '');
  return bodies + toJson([rest, built, response?.headers ?? {}]).length;
}
