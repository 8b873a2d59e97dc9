import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { incidentsPaths } from '../paths.ts';
import css from './NeighbourLinks.module.css';
import { useNeighbours } from '../list/open-list.ts';

/** Links to the previous and next incident in the list from which this one was opened. */
export function NeighbourLinks({ eventId }: { eventId: string }) {
  const neighbours = useNeighbours(eventId);
  if (!neighbours?.previous && !neighbours?.next) return null;
  const { previous, next, go } = neighbours;
  return (
    <nav className={css.neighbours} aria-label="In the list">
      {previous && (
        <Link
          to={incidentsPaths.event(previous.eventId)}
          rel="prev"
          aria-label={`Previous event, ${previous.number}`}
          onClick={() => go('previous')}
        >
          <IconChevronLeft size={18} aria-hidden />
          Previous
        </Link>
      )}
      {next && (
        <Link
          to={incidentsPaths.event(next.eventId)}
          rel="next"
          aria-label={`Next event, ${next.number}`}
          onClick={() => go('next')}
        >
          Next
          <IconChevronRight size={18} aria-hidden />
        </Link>
      )}
    </nav>
  );
}
