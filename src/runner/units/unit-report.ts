/** What the machine that runs a unit tells of it, as data. */
import { fromGraphData, graphData, type GraphData } from '../../primitives/json/graph-data.js';
import type { ResultPlace } from '../outcome/outcome.js';
import type { RequestOutcome } from '../outcome/result.js';
import type { Run } from '../run.js';
import { runUnit } from './run-unit.js';
import type { UnitListener, UnitOrder, UnitPlace } from './unit-executor.js';

export type UnitReport =
  | { readonly kind: 'start'; readonly place: UnitPlace; readonly skipped: boolean }
  | {
      readonly kind: 'end';
      readonly place: UnitPlace;
      readonly outcome: GraphData;
      /** Values that became secret since the last report. */
      readonly secrets: readonly string[];
    };

/** Runs the unit and reports it; `emit` is false for a report that is too large, which is then made smaller. */
export async function reportUnit(
  run: Run,
  order: UnitOrder,
  emit: (report: UnitReport) => boolean,
): Promise<void> {
  const sentSecrets = new Set<string>();
  const placeOf = ({ step, row, last }: ResultPlace): UnitPlace => {
    return { step: order.unit.steps.indexOf(step), row, last };
  };
  await runUnit(run, order, {
    requestStart: (place, skipped) => void emit({ kind: 'start', place: placeOf(place), skipped }),
    requestEnd: (result, outcome) => {
      const secrets = [...run.secrets.values()].filter((value) => !sentSecrets.has(value));
      for (const value of secrets) sentSecrets.add(value);
      const place = placeOf(result);
      const end = (shown: RequestOutcome): UnitReport => {
        return { kind: 'end', place, outcome: graphData(shown), secrets };
      };
      if (!emit(end(outcome))) emit(end(withoutBodies(outcome)));
    },
  });
}

/** Tells the listener of a run what was reported. */
export function passReport(
  report: UnitReport,
  { order, worker, listener }: { order: UnitOrder; worker: string; listener: UnitListener },
): void {
  const { place } = report;
  if (report.kind === 'start') listener.requestStart(order, place, report.skipped);
  else {
    const outcome = fromGraphData(report.outcome) as RequestOutcome;
    listener.requestEnd(order, worker, { ...place, outcome, secrets: report.secrets });
  }
}

const NO_BYTES = new Uint8Array();
const MAX_TEXT_CHARACTERS = 64 * 1024;

/** Only the exchanges of reports, captures and events can be that large; the result itself is kept. */
function withoutBodies(outcome: RequestOutcome): RequestOutcome {
  const { response, exchanges, captures, sseEvents } = outcome;
  const body = response.body.slice(0, MAX_TEXT_CHARACTERS);
  return {
    ...outcome,
    response: {
      ...response,
      body,
      ...(body.length < response.body.length && { bodyTruncated: true as const }),
    },
    captures: Object.fromEntries(
      Object.entries(captures).filter(
        ([, value]) => JSON.stringify(value ?? null).length <= MAX_TEXT_CHARACTERS,
      ),
    ),
    ...(sseEvents && { sseEvents: sseEvents.filter(({ data }) => data.length <= MAX_TEXT_CHARACTERS) }),
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, body: exchange.request.body && NO_BYTES },
      response: exchange.response && { ...exchange.response, body: NO_BYTES },
    })),
  };
}
