import { WithRail } from '../../../ui/Grid.tsx';
import { Skeleton } from '../../../ui/States.tsx';
import css from './EventSkeleton.module.css';

const railLines = ['46%', '64%', '56%', '60%', '48%', '64%', '56%'];
const factLines = ['46%', '92%', '88%', '90%', '61%'];

/** The shape of an event that is still on the way: title, tabs, where it stands, what is known. */
export function EventSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={css.head}>
        <Skeleton widths={['12%', '46%', '64%']} />
      </div>
      <div className={css.tabs} />
      <WithRail
        rail={
          <div className={css.rail}>
            <Skeleton widths={railLines} />
          </div>
        }
      >
        <Skeleton widths={factLines} />
      </WithRail>
    </div>
  );
}
