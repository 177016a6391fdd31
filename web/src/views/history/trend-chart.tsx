import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { durationText } from '../../components/marks.js';
import { Plot } from '../../components/charts/plot.js';
import { trend as shownTrend, type Trend } from '../../state/history.js';
import { theme } from '../../state/theme.js';

/** The durations of one request in its stored runs. */
export function TrendChart({ trend }: { readonly trend: Trend }): JSX.Element {
  const chart = useMemo(() => {
    const sent = trend.results.filter(({ skipped }) => !skipped);
    const durations = (isWanted: (passed: boolean) => boolean): (number | null)[] =>
      sent.map(({ passed, durationMs }) => (isWanted(passed) ? durationMs : null));
    return {
      times: sent.map(({ runStartedAt }) => Date.parse(runStartedAt) / 1000),
      lines: [
        { label: 'duration', colour: '--accent', values: durations(() => true) },
        { label: 'passed', colour: '--pass', values: durations((isGood) => isGood) },
        { label: 'failed', colour: '--fail', values: durations((isGood) => !isGood) },
      ],
      valueText: durationText,
      hasDots: true,
    };
  }, [trend]);
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
      <Plot chart={chart} label={`Durations of ${trend.requestName}`} colours={theme.value} />
    </figure>
  );
}
