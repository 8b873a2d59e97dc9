import { lazy, Suspense } from 'react';
import css from './Charts.module.css';
import type { EventBarsProps } from './EventBars.tsx';
import type { RateChartProps } from './RateChart.tsx';

const Unavailable = () => (
  <p className={css.unavailable}>The chart could not be loaded. The table has the same figures.</p>
);

const fallback = () => ({ default: Unavailable });

/** The chart library is loaded after the first paint, since it is ten times the size of the page. */
const Rate = lazy(() => import('./RateChart.tsx').then(({ RateChart }) => ({ default: RateChart }), fallback));
const Bars = lazy(() => import('./EventBars.tsx').then(({ EventBars }) => ({ default: EventBars }), fallback));

/** Placeholder while a chart or its data is loading. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className={css.skeleton} style={{ height }} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

export function LazyRateChart(props: RateChartProps) {
  return (
    <Suspense fallback={<ChartSkeleton height={props.height} />}>
      <Rate {...props} />
    </Suspense>
  );
}

export function LazyEventBars(props: EventBarsProps) {
  return (
    <Suspense fallback={<ChartSkeleton height={props.height} />}>
      <Bars {...props} />
    </Suspense>
  );
}
