import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RefetchIndicator } from '../feedback/RefetchIndicator.tsx';
import { FailedState, ForbiddenState, NotFoundState, Skeleton } from '../feedback/States.tsx';
import css from '../feedback/States.module.css';
import { useDelayed } from '../feedback/useDelayed.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'>;
  children: (data: Data) => ReactNode;
  /** A placeholder with the shape of the content. */
  skeleton?: ReactNode;
  /** Where a user without permission can go. */
  home?: string;
}

const statusOf = (error: unknown) => (error as { status?: number } | null)?.status;

/**
 * Renders a query's state: pending (a skeleton after 200 ms), failed, forbidden or loaded. Loaded data stays while the
 * next page loads, and after a failed refetch. Skeleton and content are separate elements by their keys, so that the
 * skeleton is replaced instead of growing and shifting.
 */
export function QueryView<Data>({ query, children, skeleton, home }: QueryViewProps<Data>) {
  const late = useDelayed(query.isPending, 200);
  if (query.data !== undefined) {
    return (
      <RefetchIndicator key="there" isSettling={query.isPlaceholderData}>
        {children(query.data)}
      </RefetchIndicator>
    );
  }
  if (query.error) {
    const status = statusOf(query.error);
    if (status === 403) return <ForbiddenState text={query.error.message} to={home} />;
    if (status === 404) return <NotFoundState text={query.error.message} page={false} />;
    return <FailedState text={query.error.message} onRetry={() => void query.refetch()} />;
  }
  return (
    <div key="waiting" className={css.waiting} role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      {late && (skeleton ?? <Skeleton />)}
    </div>
  );
}
