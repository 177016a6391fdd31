import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Plot } from '../../components/charts/plot.js';
import { FROM_THE_START } from '../../state/live-points.js';
import { livePoints, stressResult, stressStatus } from '../../state/stress.js';
import { theme } from '../../state/theme.js';
import { liveCharts, storedCharts } from './chart-series.js';

export function StressCharts(): JSX.Element {
  const points = livePoints.value;
  const result = stressResult.value;
  const isRunning = stressStatus.value.running;
  // Who has heard everything keeps the finer lines.
  const isHeard = isRunning || (points[0]?.t ?? Infinity) < FROM_THE_START;
  const charts = useMemo(
    () => (isHeard ? liveCharts(points) : storedCharts(result?.timeSeries ?? [])),
    [isHeard, points, result],
  );
  return (
    <div class="stress-charts">
      {charts.map(({ title, chart }) => (
        <figure key={title}>
          <figcaption>{title}</figcaption>
          <Plot chart={chart} label={`${title} over time`} colours={theme.value} />
        </figure>
      ))}
    </div>
  );
}
