/** A measured request for unit tests of suggestions: nothing notices any change of its responses. */
import { parseText } from '../../../src/request-file/parse-file.js';
import type { StoredExchange } from '../../../src/strength/model/stored-exchange.js';
import type { MeasuredRequest, Measurement, Survivor } from '../../../src/strength/model/strength.js';
import { valueBefore } from '../../../src/strength/check/value-before.js';
import { ResponseChanger } from '../../../src/strength/mutate/change-response.js';
import { Equivalence } from '../../../src/strength/mutate/equivalence.js';
import { mutantsOf } from '../../../src/strength/mutate/mutants-of.js';
import { storedExchange } from './stored-exchange.js';

export interface HandMade {
  /** The text of the request. */
  readonly text?: string;
  /** Of the last run; several are rows. */
  readonly responses: readonly Partial<StoredExchange>[];
  readonly earlier?: readonly Partial<StoredExchange>[];
  readonly maxMutants?: number;
}

export function measuredRequest({
  text = 'GET http://localhost/\n',
  responses,
  earlier = [],
  maxMutants = 100_000,
}: HandMade): MeasuredRequest {
  const [request] = parseText(text, 'a.http').requests;
  if (request === undefined) throw new Error('no request');
  const exchanges = responses.map((each) => storedExchange({ request, runId: 10, ...each }));
  const past = earlier.map((each, index) => storedExchange({ request, runId: 9 - index, ...each }));
  const survivors = exchanges.slice(0, 1).flatMap((exchange): Survivor[] => {
    const equivalence = new Equivalence(exchange, past);
    const changer = new ResponseChanger(exchange);
    return mutantsOf(exchange, { seed: 1, maxMutants })
      .filter((mutant) => equivalence.ruleOf(mutant) === undefined)
      .map((mutant) => ({ mutant, before: valueBefore(changer, mutant.change) }));
  });
  const total = survivors.length;
  const strength = {
    file: 'a.http',
    name: request.name,
    line: request.line,
    total,
    killed: 0,
    survived: total,
    equivalent: 0,
    score: 0,
    survivors: survivors.toSorted((a, b) => b.mutant.danger - a.mutant.danger),
    equivalents: [],
    problems: [],
  };
  return { strength, request, exchanges, earlier: past };
}

export function measurementOf(requests: readonly MeasuredRequest[]): Measurement {
  const survived = requests.reduce((sum, { strength }) => sum + strength.survived, 0);
  const tally = { total: survived, killed: 0, survived, equivalent: 0, score: 0 };
  const files = [{ ...tally, file: 'a.http', requests: requests.map(({ strength }) => strength) }];
  return { strength: { ...tally, seed: 1, files }, requests };
}
