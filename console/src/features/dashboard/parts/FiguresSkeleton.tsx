import { column, Grid } from '../../../ui/Grid.tsx';
import { Skeleton } from '../../../ui/States.tsx';
import { useWide } from '../../../ui/useWide.ts';
import { ChartSkeleton } from '../charts/LazyChart.tsx';
import css from './Dashboard.module.css';

const PHONE_HEIGHT = 176;

function Shape({ height, className = '' }: { height: number; className?: string }) {
  const wide = useWide(768);
  return (
    <div className={`${css.rule} ${className}`}>
      <Skeleton widths={['52%', '24%', '40%']} />
      <ChartSkeleton height={wide ? height : PHONE_HEIGHT} />
    </div>
  );
}

/** The first rate, before its figures are there. */
export const LeadSkeleton = () => <Shape height={312} />;

/** The other sections, before their figures are there. */
export function RestSkeleton() {
  return (
    <Grid>
      {[228, 228, 212, 212].map((height, place) => (
        <Shape key={place} className={column(6)} height={height} />
      ))}
    </Grid>
  );
}
