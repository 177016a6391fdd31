import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Chart, DrawnChart } from './line-chart.js';

interface PlotProps {
  readonly chart: Chart;
  readonly label: string;
  /** The colour scheme; the chart is drawn again when it changes. */
  readonly colours: string;
}

/** A chart that is drawn once and then updated. */
export function Plot({ chart, label, colours }: PlotProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(chart);
  const drawn = useRef<DrawnChart>();
  latest.current = chart;
  const shape = chart.lines.map(({ label, colour }) => `${label} ${colour}`).join('\n');
  useEffect(() => {
    let isGone = false;
    void import('./line-chart.js').then(({ drawChart }) => {
      if (!isGone && host.current !== null) drawn.current = drawChart(host.current, latest.current);
    });
    return () => {
      isGone = true;
      drawn.current?.remove();
      drawn.current = undefined;
    };
  }, [shape, colours]);
  useEffect(() => drawn.current?.update(chart), [chart]);
  return <div ref={host} class="chart" role="img" aria-label={label} />;
}
