/** Joins the verdicts on the responses of one request to those of the request. */
import type { Mutant } from '../model/mutant.js';
import type { Equivalent, MutantVerdict, Survivor } from '../model/strength.js';
import type { ResponseChanger } from '../mutate/change-response.js';
import { valueBefore } from './value-before.js';

interface Merged {
  readonly mutant: Mutant;
  readonly changer: ResponseChanger;
  verdict: MutantVerdict;
}

export interface MergedVerdicts {
  readonly killed: number;
  /** The most dangerous first. */
  readonly survivors: readonly Survivor[];
  readonly equivalents: readonly Equivalent[];
}

/** The rows of `@data` have the same places, and what the checks of one row notice is noticed. */
export class VerdictMerger {
  readonly #merged = new Map<string, Merged>();
  /** How often each kind has come at each place of the current response: a status has several others of a class. */
  readonly #counts = new Map<string, number>();

  /** Called before the verdicts on each response. */
  startResponse(): void {
    this.#counts.clear();
  }

  add(mutant: Mutant, verdict: MutantVerdict, changer: ResponseChanger): void {
    if (verdict.verdict === 'not-checked') return;
    const place = `${mutant.kind}\n${mutant.place}`;
    const count = this.#counts.get(place) ?? 0;
    this.#counts.set(place, count + 1);
    const key = `${place}\n${count}`;
    const before = this.#merged.get(key);
    if (before === undefined) this.#merged.set(key, { mutant, verdict, changer });
    else if (RANK[verdict.verdict] > RANK[before.verdict.verdict])
      this.#merged.set(key, { mutant, verdict, changer });
  }

  end(): MergedVerdicts {
    const survivors: Survivor[] = [];
    const equivalents: Equivalent[] = [];
    let killed = 0;
    for (const { mutant, verdict, changer } of this.#merged.values()) {
      if (verdict.verdict === 'killed') killed++;
      else if (verdict.verdict === 'equivalent') equivalents.push({ mutant, rule: verdict.rule });
      else survivors.push({ mutant, before: valueBefore(changer, mutant.change) });
    }
    survivors.sort((a, b) => b.mutant.danger - a.mutant.danger);
    return { killed, survivors, equivalents };
  }
}

const RANK: Readonly<Record<MutantVerdict['verdict'], number>> = {
  'not-checked': 0,
  equivalent: 1,
  survived: 2,
  killed: 3,
};
