import { WithRail } from '../../../ui/layout/Grid.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import css from './EventSkeleton.module.css';

const railLines = ['46%', '64%', '56%', '60%', '48%', '64%', '56%'];
const factLines = ['46%', '92%', '88%', '90%', '61%'];

/** Placeholder of an incident while it loads. On phones the description comes first. */
export function EventSkeleton() {
  const wide = useWide(768);
  const rail = (
    <div className={css.rail}>
      <Skeleton widths={railLines} />
    </div>
  );
  return (
    <div aria-hidden="true">
      <div className={css.head}>
        <Skeleton widths={['12%', '46%', '64%']} />
      </div>
      <div className={css.tabs} />
      {wide ? (
        <WithRail rail={rail}>
          <Skeleton widths={factLines} />
        </WithRail>
      ) : (
        <Stack>
          <Skeleton widths={factLines} />
          {rail}
        </Stack>
      )}
    </div>
  );
}
