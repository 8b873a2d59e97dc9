import type { FollowUpKind, FollowUps } from '@plimsoll/contracts/kernel/follow-ups';
import type { Application } from '../platform/process/application.ts';
import { isExecuted, type Outcome } from './execute.ts';

/** A command requested by a job. */
export interface FollowUp<Kind extends FollowUpKind = FollowUpKind> {
  /**
   * The job's id, the same at every attempt. Command ids are derived from it (`` systemEnvelope({ name: `follow-up
   * ${id}` }) ``), so that none is executed twice.
   */
  readonly id: string;
  readonly ids: FollowUps[Kind];
}

/** What executing a follow-up needs. */
export type FollowUpSources = Pick<Application, 'commands' | 'queries' | 'store'> & {
  /** The clock of steps that are due by time. Default: that of the machine. */
  readonly now?: () => Date;
};

/** Executes a follow-up and returns the outcomes of its commands. */
export type CarryOutFollowUp<Kind extends FollowUpKind> = (
  job: FollowUp<Kind>,
  sources: FollowUpSources,
) => Promise<readonly Outcome[]>;

export type FollowUpsByKind = { readonly [Kind in FollowUpKind]: CarryOutFollowUp<Kind> };

/** Outcome of a job. Its text is stored unencrypted, so it must not contain personal data. */
type JobOutcome = { readonly done: string } | { readonly again: string };

/**
 * Executes the follow-ups that jobs request. A refusal or an error is tried again, since its cause may be temporary.
 */
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
