import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { incidentsPaths } from '../paths.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { FailedState, ForbiddenState, NotFoundState } from '../../../ui/feedback/States.tsx';

interface RecordQueryProps<Data> {
  query: UseQueryResult<Data>;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Page of a single record. If it is forbidden, missing or cannot be loaded, the whole page says so. */
export function RecordQuery<Data>({ query, skeleton, children }: RecordQueryProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined || !error) {
    return (
      <QueryView query={query} skeleton={skeleton}>
        {children}
      </QueryView>
    );
  }
  const status = error instanceof ApiProblem ? error.status : 500;
  if (status === 403)
    return <ForbiddenState page text={error.message} to={incidentsPaths.eventList()} goLabel="Go to events" />;
  if (status === 404 || status === 400)
    return (
      <NotFoundState
        title={status === 404 ? error.message : textOf('EventNotFound')}
        text="The address may be mistyped, or the event may have been deleted."
        action={<ButtonLink to={incidentsPaths.eventList()}>Go to events</ButtonLink>}
      />
    );
  return <FailedState page text={errorText(error)} onRetry={() => void refetch()} />;
}
