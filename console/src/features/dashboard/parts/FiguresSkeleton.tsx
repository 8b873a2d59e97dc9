import type { ReactNode } from 'react';
import { column, Grid } from '../../../ui/Grid.tsx';
import { Skeleton } from '../../../ui/States.tsx';
import { useWide } from '../../../ui/useWide.ts';
import { ChartSkeleton } from '../charts/LazyChart.tsx';
import css from './Dashboard.module.css';

const shapes = [
  { key: 'trif', span: 8, height: 312 },
  { key: 'ltif', span: 6, height: 228 },
  { key: 'mvif', span: 6, height: 228 },
  { key: 'leading', span: 6, height: 212 },
  { key: 'lagging', span: 6, height: 212 },
] as const;

/** The page's sections, before their figures are there. */
export function FiguresSkeleton({ tasks }: { tasks: ReactNode }) {
  const wide = useWide(768);
  return (
    <Grid>
      {shapes.map(({ key, span, height }, place) => (
        <Shape key={key} className={`${column(span)} ${css.rule}`} height={wide ? height : 176} after={place === 0 && tasks} />
      ))}
    </Grid>
  );
}

function Shape({ className, height, after }: { className: string; height: number; after: ReactNode }) {
  return (
    <>
      <div className={className}>
        <Skeleton widths={['52%', '24%', '40%']} />
        <ChartSkeleton height={height} />
      </div>
      {after}
    </>
  );
}
