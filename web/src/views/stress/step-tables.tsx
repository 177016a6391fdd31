/** The stages of a test, and the steps of a search. */
import type { JSX } from 'preact';
import type { StressResult, StressStatus } from '../../../../src/server/api-types.js';
import { actualText, latencyText, numberText, secondsText } from './result-text.js';
import { NumberTable } from './stress-tables.js';

export function StageTable({ stages }: { readonly stages: StressResult['stages'] }): JSX.Element | null {
  if (stages === undefined || stages.length === 0) return null;
  return (
    <NumberTable
      title="Stages"
      heads={['Time', 'target', 'requests', 'errors', 'per second', 'p95']}
      rows={stages.map(({ start, end, rate, vus, totalRequests, errorCount, rps, p95Ms }, index) => ({
        name: `${index + 1}: ${secondsText(start)} to ${secondsText(end)}`,
        cells: [
          rate === undefined ? `${vus} users` : `${numberText(rate)} per second`,
          numberText(totalRequests),
          numberText(errorCount),
          numberText(rps),
          totalRequests === 0 ? '–' : latencyText(p95Ms),
        ],
      }))}
    />
  );
}

const VERDICTS = {
  held: 'held',
  broken: 'a limit was broken',
  generator: 'the generator was too slow',
  slots: 'all slots were busy',
} as const;

export function FindTable({ find }: { readonly find: StressResult['find'] }): JSX.Element | null {
  if (find === undefined || find.steps.length === 0) return null;
  const metrics = Object.keys(find.limits);
  return (
    <NumberTable
      title="Steps of the search"
      heads={['Step', 'rate', 'verdict', ...metrics, 'requests']}
      rows={find.steps.map(({ rate, verdict, values, totalRequests }, index) => ({
        name: String(index + 1),
        cells: [
          `${numberText(rate)} per second`,
          VERDICTS[verdict],
          ...metrics.map((metric) => actualText({ metric, actual: values[metric] ?? 0, measured: true })),
          numberText(totalRequests),
        ],
      }))}
    />
  );
}

/** `Step 7: 566 per second; 400 held, 800 failed` */
export function findProgressText({ step, rate, low, high }: NonNullable<StressStatus['find']>): string {
  const ends = [
    ...(low > 0 ? [`${numberText(low)} held`] : []),
    ...(high === null ? [] : [`${numberText(high)} failed`]),
  ];
  return `Step ${step}: ${numberText(rate)} per second${ends.length === 0 ? '' : `; ${ends.join(', ')}`}`;
}
