import type { FollowUpKind, FollowUps } from '@plimsoll/contracts/kernel/follow-ups';
import type { Application } from '../platform/process/application.ts';
import { isExecuted, type Outcome } from './execute.ts';

/** A command that a job asks for. */
export interface FollowUp<Kind extends FollowUpKind = FollowUpKind> {
  /** The job's, the same at every attempt: the ids of commands follow from it (`ownEnvelope({ name: `follow-up ${id}` })`), so that none is carried out twice. */
  readonly id: string;
  readonly ids: FollowUps[Kind];
}

/** What carrying one out needs. */
export type FollowUpSources = Pick<Application, 'commands' | 'queries' | 'store'>;

/** Carries a follow-up out: what became of the commands that it took. */
export type CarryOutFollowUp<Kind extends FollowUpKind> = (
  job: FollowUp<Kind>,
  sources: FollowUpSources,
) => Promise<readonly Outcome[]>;

export type FollowUpsByKind = { readonly [Kind in FollowUpKind]: CarryOutFollowUp<Kind> };

/** What became of a job. Its words are kept in plain form, so they hold nothing of anybody. */
type JobOutcome = { readonly done: string } | { readonly again: string };

/** Carries out what jobs ask for. A refusal and a fault are tried again: what stands in the way may be gone by then. */
export const followUpsOf =
  (sources: FollowUpSources, followUps: FollowUpsByKind, onError: (error: unknown) => void = () => undefined) =>
  async ({
    id,
    kind,
    ids,
  }: {
    readonly id: string;
    readonly kind: string;
    readonly ids: object;
  }): Promise<JobOutcome> => {
    const carryOut = (followUps as Readonly<Record<string, CarryOutFollowUp<FollowUpKind> | undefined>>)[kind];
    if (!carryOut) return { again: 'This version does not know it' };
    try {
      const refused = (await carryOut({ id, ids: ids as FollowUps[FollowUpKind] }, sources)).find(
        (outcome) => !isExecuted(outcome),
      );
      return refused && !isExecuted(refused) ? { again: `Refused: ${refused.refused}` } : { done: 'Carried out' };
    } catch (error) {
      onError(error);
      return { again: error instanceof Error ? error.name : 'It failed' };
    }
  };
