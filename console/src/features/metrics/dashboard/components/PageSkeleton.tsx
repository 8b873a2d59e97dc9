import { column, Grid } from '../../../../ui/layout/Grid.tsx';
import { Skeleton } from '../../../../ui/feedback/States.tsx';
import { useDelayed } from '../../../../ui/feedback/useDelayed.ts';
import { useWide } from '../../../../ui/layout/useWide.ts';
import { VisuallyHidden } from '../../../../ui/layout/VisuallyHidden.tsx';
import { ChartSkeleton } from '../charts/LazyChart.tsx';
import css from './Dashboard.module.css';

const taskLines = ['46%', '88%', '82%', '90%', '70%', '84%'];

/** Placeholder of the page's sections. Reserves space at once and shows bars after 200 ms. */
export function PageSkeleton() {
  const late = useDelayed(true, 200);
  const beside = useWide(1024);
  const wide = useWide(768);
  const tasks = (
    <div className={`${css.rule} ${column(4)}`}>
      <Skeleton widths={taskLines} />
    </div>
  );
  return (
    <div className={css.waiting} role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      {late && (
        <Grid>
          {!beside && tasks}
          <Shape span={8} height={wide ? 312 : 176} />
          {beside && tasks}
          <Shape span={6} height={wide ? 228 : 176} />
          <Shape span={6} height={wide ? 228 : 176} />
        </Grid>
      )}
    </div>
  );
}

function Shape({ span, height }: { span: 6 | 8; height: number }) {
  return (
    <div className={`${css.rule} ${column(span)}`}>
      <Skeleton widths={['52%', '24%', '40%']} />
      <ChartSkeleton height={height} />
    </div>
  );
}
