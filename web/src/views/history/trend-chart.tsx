import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { durationText } from '../../components/marks.js';
import { trend as shownTrend, type Trend } from '../../state/history.js';
import { theme } from '../../state/theme.js';

/** Durations of one request over its stored runs. */
export function TrendChart({ trend }: { readonly trend: Trend }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const colours = theme.value;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('../../components/line-chart.js').then(({ drawChart }) => {
      if (isGone || host.current === null) return;
      const sent = trend.results.filter(({ skipped }) => !skipped);
      stop = drawChart(host.current, {
        times: sent.map(({ runStartedAt }) => Date.parse(runStartedAt) / 1000),
        lines: [
          { label: 'duration', colour: '--accent', values: sent.map(({ durationMs }) => durationMs) },
          {
            label: 'passed',
            colour: '--pass',
            values: sent.map((each) => (each.passed ? each.durationMs : null)),
          },
          {
            label: 'failed',
            colour: '--fail',
            values: sent.map((each) => (each.passed ? null : each.durationMs)),
          },
        ],
        valueText: durationText,
      });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [trend, colours]);
  const passed = trend.results.filter((each) => each.passed).length;
  return (
    <figure class="trend">
      <figcaption>
        <strong class="ellipsis">{trend.requestName}</strong>
        <span class="hint">
          {passed} of {trend.results.length} passed
        </span>
        <span class="spacer" />
        <button
          type="button"
          class="icon-button"
          aria-label="Close the chart"
          onClick={() => (shownTrend.value = undefined)}
        >
          <Icon name="close" />
        </button>
      </figcaption>
      <div ref={host} class="chart" role="img" aria-label={`Durations of ${trend.requestName}`} />
    </figure>
  );
}
