import type { DisabledBecause } from '../integration/webhooks.ts';

/**
 * Commands that follow from an event of another log, by what they are called, with the guids that they are told. Who reacts to
 * the event asks for one by a job; who carries commands out does so, under an id that follows from the job's.
 */
export interface FollowUps {
  /** Carries a person's name and primary address into an organization, or into all that they belong to. */
  readonly KEEP_MEMBER_DETAILS: { readonly user: string; readonly organization?: string };
  /** Carries on in an organization's own log what the installation's has settled of it. */
  readonly COMPLETE_ORGANIZATION: { readonly organization: string };
  /** Disables an endpoint that has answered that it is gone, or has failed for days. */
  readonly DISABLE_WEBHOOK: {
    readonly organization: string;
    readonly webhook: string;
    readonly because: DisabledBecause;
  };
  /** Opens corrective actions again that an incident shows not to have held. */
  readonly REOPEN_RECURRING_TASKS: { readonly organization: string; readonly incident: string };
  /** Judges whether load lines are crossed, or armed again. */
  readonly JUDGE_LOAD_LINES: { readonly organization: string };
  /** Asks after a purchase until it has ended: paid, declined, or given up after its hour. */
  readonly CARRY_PURCHASE_ON: { readonly organization: string; readonly purchase: string };
  /** Asks after a refund until it has ended. */
  readonly CARRY_REFUND_ON: { readonly organization: string; readonly refund: string };
  /** Does what an organization's day brings to its billing. */
  readonly CARRY_BILLING_ON: { readonly organization: string };
  /** Carries out what is due of erasures: of one subject or, without it, all that the organization waits for. */
  readonly CARRY_ERASURES_OUT: { readonly organization: string; readonly subject?: string };
}

export type FollowUpKind = keyof FollowUps;
