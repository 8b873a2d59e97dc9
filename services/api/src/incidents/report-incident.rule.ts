import type { attachmentsAwaited } from '@plimsoll/contracts/attachments/events';
import { tooLargeFile } from '@plimsoll/contracts/attachments/attachment-texts';
import { endingOf, fileNameOf, MAX_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { isInFuture, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { Form } from '@plimsoll/contracts/forms/form';
import type {
  FormSnapshot,
  IncidentFacts,
  incidentReported,
  reviewRequested,
} from '@plimsoll/contracts/incidents/events';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../commands/decision.ts';
import { askedBy, type RoutingContext } from '../routing/report-routing.ts';
import { resolveReportingGroup } from '../units/reporting-group.ts';
import { isMalformed, rejectFields, type Error } from './field-error.ts';
import { answerErrors, answersNaming } from './answers/form-answers.ts';
import type { Incident } from './incident.ts';
import { injuredErrors, namedTwice, notAsked, peopleOf } from './answers/people.ts';
import { takesFiles } from './answers/takes-files.ts';
import { placeErrors, placeOf, reportingGroupErrors, zoneOf } from './answers/place.ts';
import type { IncidentContext } from './incident-context.ts';

type ReportedData = EventOf<typeof incidentReported>['data'];

export interface ReportIncidentInput {
  readonly actor: Viewer;
  readonly body: ReportIncidentRequest;
  /** When the form stopped being offered; null while it is offered. */
  readonly formEndedAt?: Date | null;
  /** Whether the form's newest version is sensitive, regardless of the reported version. */
  readonly isSensitiveNow?: boolean;
  readonly context: IncidentContext;
  /** What decides who is asked to review it; null where no one is asked at once. */
  readonly routing?: RoutingContext | null;
  /** The reporter's own group. */
  readonly reporterGroupGuid?: string | null;
  readonly receivedAt: Date;
  /** Maximum size of a file; by default that of the contract. */
  readonly fileLimitBytes?: number;
  /**
   * Where a report that was not written here comes from. Both may leave questions open although no review asks for
   * them. HISTORY has been dealt with elsewhere: it begins closed, and may name a worksite that was archived since.
   */
  readonly source?: 'IMPORT' | 'HISTORY';
  /** Makes guids for the incident's people; guids in the request are only local names. */
  readonly newGuid: () => string;
}

/**
 * Reports an incident, for oneself or for another member, and asks the first able person to review it. A quick report
 * may leave answers and the reporting group open, unless the form has no review. An incident of the past is reported without a workflow, whatever its form has:
 * it is closed from the start, and no one has to act.
 *
 * Refuses a form that may not be used (FormNotFound), malformed fields (400, all at once), reporting for others without
 * CREATE_EVENTS_ON_OTHERS_BEHALF and history by others than administrators (403), and an unknown worksite, region or
 * group (404).
 */
export function reportIncident(
  command: ReportIncidentInput,
  incident: Incident,
): Decision<EventOf<typeof incidentReported | typeof attachmentsAwaited | typeof reviewRequested>> {
  const { actor, body, context, receivedAt, source } = command;
  const { form } = context;
  if (!form || form.state !== 'PUBLISHED' || !isTaken(body, command.formEndedAt ?? null, receivedAt))
    return refuse('FormNotFound');
  if (incident.state !== 'UNREPORTED') return refuse('DuplicateGuid');
  // It passes any review.
  if (source === 'HISTORY' && !actor.isAdmin) return refuse('Forbidden');

  const facts = factsOf(body, form, context, command.newGuid);
  const isQuick = body.isQuick === true;
  const reporterGuid = body.onBehalfOfUserGuid ?? actor.userGuid;
  const isForAnother = reporterGuid !== actor.userGuid;
  const errors: Error[] = [
    ...occurrenceErrors(facts, receivedAt),
    ...(body.at === undefined ? [] : reportedErrors(new Date(body.at), facts, receivedAt)),
    ...placeErrors(facts, context, source === 'HISTORY' ? facts.worksiteGuid : null),
    ...(isQuick && form.eventWorkflow === 'NONE' && source === undefined
      ? [{ field: 'isQuick', className: 'MalformedRequest', message: reportTexts.notQuick } as const]
      : []),
    ...(isQuick && facts.reportingGroupGuid === null ? [] : reportingGroupErrors(facts.reportingGroupGuid, context)),
    ...notAsked(facts, context),
    ...injuredErrors(facts.injuredPersons, context),
    ...namedTwice(body),
    ...answerErrors(
      {
        ...facts,
        actorGuid: actor.userGuid,
        isQuick,
        fileGuids: (body.awaitedAttachments ?? []).map(({ attachmentGuid }) => attachmentGuid),
      },
      { ...context, form },
      receivedAt,
    ),
    ...awaitedErrors(body, form, command.fileLimitBytes ?? MAX_FILE_LIMIT_BYTES),
  ];
  if (isForAnother && !context.members.has(reporterGuid))
    errors.push({ field: 'onBehalfOfUserGuid', className: 'MissingMember' });
  if (errors.some(isMalformed)) return rejectFields(errors);
  if (isForAnother && !holds(actor, 'CREATE_EVENTS_ON_OTHERS_BEHALF')) return refuse('Forbidden');
  if (errors.length > 0) return rejectFields(errors);
  const reported: EventOf<typeof incidentReported> = {
    type: 'IncidentReported',
    data: {
      reporterGuid,
      enteredByGuid: actor.userGuid,
      form: {
        ...snapshotOf(form),
        isSensitive: form.isSensitive || command.isSensitiveNow === true,
        ...(source === 'HISTORY' && { workflow: 'NONE' }),
      },
      isQuick,
      // What comes from an import is the past.
      isUrgent: source === undefined && body.isUrgent === true,
      ...facts,
    },
  };
  return [reported, ...announced(body), ...(source === undefined ? reviewOf(reported.data, command) : [])];
}

/** The request to review a report; none where its form has no review, or no one is asked at once. */
function reviewOf(
  { reporterGuid, enteredByGuid, form, worksiteGuid, reportingGroupGuid, injuredPersons }: ReportedData,
  { routing, reporterGroupGuid = null }: ReportIncidentInput,
): EventOf<typeof reviewRequested>[] {
  if (!routing || form.workflow === 'NONE') return [];
  const asked = askedBy(routing, {
    reporterGuid,
    enteredByGuid,
    hurtGuids: injuredPersons.flatMap(({ userAccountGuid }) => userAccountGuid ?? []),
    isSensitive: form.isSensitive,
    worksiteGuid,
    reportingGroupGuid,
    reporterGroupGuid,
  });
  if (!asked) return [];
  const { member, because, targetGuid } = asked;
  return [
    {
      type: 'ReviewRequested',
      data: {
        reviewerGuid: member.userGuid,
        isByCallList: because !== 'GROUP_REVIEWERS' && because !== 'ADMINS',
        routedTo: { because, targetGuid },
      },
    },
  ];
}

/**
 * Errors in the announced files: duplicate guids, invalid names, file types that are not accepted, files that are too
 * large, questions that take no files.
 */
function awaitedErrors(
  { awaitedAttachments = [] }: ReportIncidentRequest,
  form: Form,
  fileLimitBytes: number,
): Error[] {
  return awaitedAttachments.flatMap(({ attachmentGuid, name, size, questionGuid }, index): Error[] => {
    const [field, fileName] = [`awaitedAttachments.${index}`, fileNameOf(name)];
    if (awaitedAttachments.findIndex((other) => other.attachmentGuid === attachmentGuid) < index)
      return [{ field: `${field}.attachmentGuid`, className: 'MalformedRequest' }];
    if (fileName === null) return [{ field: `${field}.name`, className: 'MalformedName' }];
    if (endingOf(fileName) === null) return [{ field: `${field}.name`, className: 'InvalidFileExtension' }];
    if (size > fileLimitBytes)
      return [{ field: `${field}.size`, className: 'AttachmentTooLarge', message: tooLargeFile(fileLimitBytes) }];
    return questionGuid === undefined || takesFiles(form, questionGuid)
      ? []
      : [
          {
            field: `${field}.questionGuid`,
            className: 'MalformedRequest',
            message: reportTexts.questionTakesNoFiles,
          },
        ];
  });
}

const announced = ({ awaitedAttachments = [] }: ReportIncidentRequest): EventOf<typeof attachmentsAwaited>[] =>
  awaitedAttachments.length === 0
    ? []
    : [
        {
          type: 'AttachmentsAwaited',
          data: {
            awaited: awaitedAttachments.map(({ attachmentGuid, name, size, questionGuid }) => ({
              attachmentGuid,
              name: fileNameOf(name)!,
              size,
              questionGuid: questionGuid ?? null,
            })),
          },
        },
      ];

/** How long reports made before a form stopped being offered are accepted. */
const STILL_TAKEN_MS = 30 * 24 * 60 * 60_000;

/** Accepts a report with a form that is no longer offered if it was made offline before that, and not too long ago. */
function isTaken({ at }: ReportIncidentRequest, endedAt: Date | null, receivedAt: Date): boolean {
  if (endedAt === null) return true;
  const reportedAt = at === undefined ? receivedAt.getTime() : Date.parse(at);
  return reportedAt < endedAt.getTime() && receivedAt.getTime() - reportedAt <= STILL_TAKEN_MS;
}

function factsOf(
  body: ReportIncidentRequest,
  form: Form,
  context: IncidentContext,
  newGuid: () => string,
): IncidentFacts {
  const place = placeOf(body, context);
  const { named, ...people } = peopleOf(body, newGuid);
  return {
    occurrenceDate: body.occurrenceDate,
    occurrenceTime: body.occurrenceTime ?? null,
    timeZone: zoneOf(place, context),
    reportingGroupGuid: resolveReportingGroup(body.reportingGroupGuid ?? null, context.reportingGroups),
    ...place,
    description: body.description,
    immediateActions: body.immediateActions || null,
    ...people,
    components: answersNaming(named, body.components, form),
  };
}

/** Snapshot of the form; later changes affect new incidents only. */
const snapshotOf = (form: Form): FormSnapshot => ({
  formGuid: form.formGuid,
  version: form.version,
  name: form.name,
  workflow: form.eventWorkflow,
  isSensitive: form.isSensitive,
  isLeading: form.isLeading,
  trifContributor: form.trifContributor,
  ltifContributor: form.ltifContributor,
  mvifContributor: form.mvifContributor,
});

/** Errors for an occurrence in the future, by the incident's time zone. */
export const occurrenceErrors = (
  { occurrenceDate, occurrenceTime, timeZone }: Pick<IncidentFacts, 'occurrenceDate' | 'occurrenceTime' | 'timeZone'>,
  moment: Date,
): Error[] => {
  if (!isInFuture(occurrenceDate, occurrenceTime, moment, timeZone)) return [];
  return [
    {
      field: 'occurrenceDate',
      className: 'MalformedDate',
      message: isInFuture(occurrenceDate, null, moment, timeZone) ? reportTexts.dayInFuture : reportTexts.timeInFuture,
    },
  ];
};

/** Tolerance for devices whose clock is ahead. */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * Errors in the time of reporting: more than five minutes in the future, or before the day of occurrence in the
 * incident's time zone.
 */
function reportedErrors(
  at: Date,
  { occurrenceDate, timeZone }: Pick<IncidentFacts, 'occurrenceDate' | 'timeZone'>,
  receivedAt: Date,
): Error[] {
  if (at.getTime() > receivedAt.getTime() + MAX_AHEAD_MS)
    return [{ field: 'at', className: 'MalformedDate', message: fieldTexts.inFuture }];
  return localDateTime(at, timeZone).date < occurrenceDate
    ? [{ field: 'at', className: 'MalformedDate', message: reportTexts.reportedBefore }]
    : [];
}
