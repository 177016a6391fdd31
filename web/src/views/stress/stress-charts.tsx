import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Plot } from '../../components/charts/plot.js';
import { FULL_COURSE_SECONDS } from '../../state/live-points.js';
import { livePoints, stressResult, stressStatus } from '../../state/stress.js';
import { theme } from '../../state/theme.js';
import { liveCharts, storedCharts } from './chart-series.js';

export function StressCharts(): JSX.Element {
  const points = livePoints.value;
  const result = stressResult.value;
  const isRunning = stressStatus.value.running;
  // The live points are finer than the stored series, but complete only if the page was open from the start.
  const isLive = isRunning || (points[0]?.t ?? Infinity) < FULL_COURSE_SECONDS;
  const charts = useMemo(
    () => (isLive ? liveCharts(points) : storedCharts(result?.timeSeries ?? [])),
    [isLive, points, result],
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
