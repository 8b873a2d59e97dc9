import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { ChangeGroupsRequest, ChangeQuestionsRequest } from '@plimsoll/contracts/forms/requests';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import type { LoadLines, MonthlyFigures } from '@plimsoll/contracts/metrics/events';
import type { CreateTaskRequest } from '@plimsoll/contracts/tasks/requests';
import type { VerificationResult } from '@plimsoll/contracts/tasks/vocabulary';
import type { GroupKey, WorksiteKey } from './cast.ts';

type PlannedReport = Omit<
  ReportIncidentRequest,
  'organizationGuid' | 'worksiteGuid' | 'reportingGroupGuid' | 'at' | 'awaitedAttachments'
> & {
  readonly worksite: WorksiteKey;
  readonly group: GroupKey;
};

/** A photo attached to an event. */
export interface PlannedPhoto {
  readonly attachmentGuid: string;
  /** Name of the file in `photos`. */
  readonly picture: string;
  readonly name: string;
  /** The question it answers; null if it is a plain attachment. */
  readonly questionGuid: string | null;
}

/** A change to a custom form. */
export type FormChange =
  | { readonly command: 'create'; readonly name: string; readonly description: string }
  | { readonly command: 'details'; readonly with: { readonly isLeading: boolean; readonly asksRating: boolean } }
  | { readonly command: 'workflow'; readonly eventWorkflow: 'REVIEW' }
  | { readonly command: 'groups'; readonly with: ChangeGroupsRequest }
  | { readonly command: 'questions'; readonly with: ChangeQuestionsRequest }
  | { readonly command: 'publish' };

/** A change to a corrective action; people are keys of the cast. */
export type TaskChange =
  | {
      readonly command: 'create';
      readonly responsible: string;
      readonly verifier: string;
      readonly with: Pick<CreateTaskRequest, 'description' | 'dueDate' | 'rootCause' | 'controlType' | 'priority'>;
    }
  | { readonly command: 'complete'; readonly with: { readonly comment: string } }
  | {
      readonly command: 'verify';
      readonly with: { readonly result: VerificationResult; readonly comment: string; readonly dueDate?: string };
    }
  | { readonly command: 'cancel'; readonly with: { readonly reason: string } };

/** How an alarm is answered. */
export type AlarmAnswer =
  | { readonly command: 'acknowledge' }
  | { readonly command: 'call-off'; readonly reason: string };

/** An action of a person, or of the product, at a time in the past; people and places are keys of the cast. */
export type UnnamedStep = { readonly at: Date } & (
  | ({ readonly by: string } & (
      | {
          readonly kind: 'report';
          readonly incident: number;
          readonly report: PlannedReport;
          readonly photos?: readonly PlannedPhoto[];
        }
      | {
          readonly kind: 'follow-up';
          readonly incident: number;
          readonly command: Extract<
            IncidentCommand,
            'request-review' | 'review' | 'return' | 'request-approval' | 'approve' | 'reopen' | 'delete'
          >;
          readonly with: Record<string, unknown>;
          readonly person?: string;
        }
      | { readonly kind: 'photo'; readonly incident: number; readonly photo: PlannedPhoto }
      | { readonly kind: 'task'; readonly incident: number; readonly task: string; readonly change: TaskChange }
      | { readonly kind: 'form'; readonly formGuid: string; readonly change: FormChange }
      | {
          readonly kind: 'drill';
          readonly worksite: WorksiteKey;
          readonly answer: { readonly by: string; readonly at: Date };
        }
      | { readonly kind: 'answer-alarm'; readonly incident: number; readonly answer: AlarmAnswer }
      | { readonly kind: 'metrics'; readonly month: YearMonth; readonly figures: MonthlyFigures }
      | { readonly kind: 'load-lines'; readonly year: number; readonly limits: LoadLines; readonly reason?: string }
    ))
  | { readonly kind: 'judge-load-lines' }
  | { readonly kind: 'judge-alarm'; readonly incident: number }
);

/** A step of the plan. Its name identifies it when the plan is played again. */
export type DemoStep = UnnamedStep & { readonly name: string };
