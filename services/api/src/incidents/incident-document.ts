import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { readableAddress } from '@plimsoll/contracts/kernel/values/readable-domain';
import { drawingBox, isDrawn } from '@plimsoll/contracts/forms/drawing';
import { isSignature } from '@plimsoll/contracts/forms/answer-kind';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import {
  didTexts,
  eventFieldTexts,
  GROUP_ARCHIVED,
  injuredTexts,
  oiicsTexts,
  riskBandTexts,
  stateTexts,
} from '@plimsoll/contracts/incidents/event-texts';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { answerTexts, reviewRecordOf, reviewTexts } from '@plimsoll/contracts/incidents/review-record';
import type { TaskListItem } from '@plimsoll/contracts/tasks/answers';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { IncidentView } from '@plimsoll/projections/incidents/incident-detail/query';
import {
  answerText,
  likelihoodText,
  readableDate,
  severityText,
  type Names,
} from '@plimsoll/projections/incidents/incident-history/readable-values';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** A file of the incident; photos include the picture as JPEG. */
export type DocumentFile = Pick<Attachment, 'name' | 'size' | 'sha256'> & { readonly picture: Uint8Array | null };

/** Content of an incident's document. Parts that were not requested are null. */
export interface DocumentFacts {
  readonly organizationName: string;
  readonly incident: IncidentView;
  /** Short hash of the newest event in the document. */
  readonly seal: string;
  readonly form: Form | null;
  /** Names of what answers refer to by guid. */
  readonly names: Names;
  readonly files: readonly DocumentFile[];
  readonly tasks: readonly TaskListItem[] | null;
  readonly history: IncidentHistory['items'] | null;
}

const instant = (at: string, zone: string): string => {
  const { date, time } = localDateTime(new Date(at), zone);
  return `${readableDate(date)}, ${time}`;
};

const heading = (text: string): Content => ({ text, style: 'heading' });
const prose = (text: string): Content => ({ text, margin: [0, 0, 0, 6] });

/** Rows of terms and values; rows without a value are omitted. */
function facts(rows: readonly (readonly [term: string, value: string | null | undefined])[]): Content[] {
  const filled = rows.filter((row): row is readonly [string, string] => !!row[1]);
  if (filled.length === 0) return [];
  return [
    {
      layout: 'noBorders',
      margin: [0, 0, 0, 6],
      table: {
        widths: [150, '*'],
        body: filled.map(([term, value]) => [{ text: term, style: 'term' }, { text: value }]),
      },
    },
  ];
}

const drawn = (path: string): Content => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${drawingBox(path)}"><path d="${path}" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  fit: [180, 60],
});

/** The rating, the decision and the signature. Comments come last: they may fill pages. */
function reviewSection(incident: IncidentView): Content[] {
  const record = reviewRecordOf(incident);
  if (!record) return [];
  const { review, decision, isUndecided } = record;
  const { timeZone, riskBand, riskScore } = incident;
  const signature = decision?.signature;
  const isApproved = decision?.type === 'IncidentApproved';
  return [
    heading(reviewTexts.title),
    ...facts([
      [reviewTexts.rating, riskBand && `${riskBandTexts[riskBand]}, ${riskScore}`],
      [eventFieldTexts.severity, severityText(incident.severity)],
      [eventFieldTexts.likelihood, likelihoodText(incident.likelihood)],
      [reviewTexts.reviewed, review?.by.name],
      [reviewTexts.reviewDate, review && instant(review.at, timeZone)],
      [reviewTexts.decision, decision?.text ?? (isUndecided ? reviewTexts.notDecided : null)],
      [reviewTexts.decidedBy, decision?.by.name],
      [reviewTexts.decisionDate, decision && instant(decision.at, timeZone)],
      [reviewTexts.signature, isApproved ? (signature?.name ?? reviewTexts.notSigned) : null],
    ]),
    ...(isDrawn(signature?.drawing) ? [drawn(signature.drawing)] : []),
    ...facts([
      [reviewTexts.reviewComment, review?.comment],
      [reviewTexts.decisionComment, decision?.comment],
    ]),
  ];
}

/** The last sentence to the reporter, with who wrote it and when. */
function answerSection({ answer, timeZone }: IncidentView): Content[] {
  if (!answer) return [];
  return [
    heading(answerTexts.title),
    prose(answer.text),
    ...facts([
      [answerTexts.answeredBy, answer.by.name],
      [answerTexts.answerDate, instant(answer.at, timeZone)],
    ]),
  ];
}

function answerSections({ form, incident: { components }, names }: DocumentFacts): Content[] {
  if (!form) return [];
  const questions = questionsOf(form);
  const given = new Map(
    components.flatMap((group) => group.answers.map(({ questionGuid, value }) => [questionGuid, value] as const)),
  );
  return form.groups
    .toSorted((one, other) => one.sortOrder - other.sortOrder)
    .flatMap((group) => {
      const rows = group.questions
        .toSorted((one, other) => one.sortOrder - other.sortOrder)
        .flatMap((question): Content[] => {
          const value = given.get(question.questionGuid);
          const text =
            value !== null && typeof value === 'object' && 'score' in value
              ? String(value.score)
              : answerText(questions, question.questionGuid, value, names);
          if (text === null) return [];
          const drawing =
            value !== null && typeof value === 'object' && isSignature(value as never)
              ? (value as { drawing?: string }).drawing
              : undefined;
          return [...facts([[question.text, text]]), ...(isDrawn(drawing) ? [drawn(drawing)] : [])];
        });
      return rows.length > 0 ? [heading(group.title), ...rows] : [];
    });
}

function injuredSection({ injuredPersons }: DocumentFacts['incident']): Content[] {
  if (injuredPersons.length === 0) return [];
  return [
    heading(eventFieldTexts.injuredPersons),
    ...injuredPersons.flatMap((person) => [
      { text: person.name, bold: true } satisfies Content,
      prose(injuredTexts(person).join(', ')),
      ...facts([
        ...(['nature', 'bodyPart', 'source', 'event'] as const).map(
          (list) => [oiicsTexts[list], person[list]] as const,
        ),
        [eventFieldTexts.treatment, person.treatment],
      ]),
    ]),
  ];
}

const fieldNames: Readonly<Record<string, string>> = {
  ...eventFieldTexts,
  worksiteGuid: eventFieldTexts.worksite,
  regionGuid: eventFieldTexts.region,
  reportingGroupGuid: eventFieldTexts.reportingGroup,
  reviewerGuid: eventFieldTexts.reviewer,
  approverGuid: eventFieldTexts.approver,
  components: eventFieldTexts.answers,
};

function historySection(items: IncidentHistory['items'], zone: string): Content[] {
  return [
    heading('History'),
    ...items.flatMap(({ revision, at, actor, type, changes, comment, wentTo, seal }): Content[] => [
      {
        text: [
          { text: `${revision}  `, style: 'term' },
          ...(wentTo
            ? [wentTo]
            : [{ text: actor.name, bold: true }, ` ${didTexts[type as IncidentEvent['type']]?.() ?? GROUP_ARCHIVED}`]),
          `, ${instant(at, zone)}`,
          { text: `  ${seal}`, style: 'term' },
        ],
      },
      ...(comment ? [prose(comment)] : []),
      {
        ul: (wentTo ? [] : changes).map(
          ({ field, from, to }) => `${fieldNames[field] ?? field}: from ${from ?? 'nothing'} to ${to ?? 'nothing'}`,
        ),
        margin: [0, 0, 0, 6],
      },
    ]),
  ];
}

function attachmentSections(files: readonly DocumentFile[]): Content[] {
  return files.map(({ name, sha256, picture }, place) => ({
    // Keeps the heading on the same page as the first file.
    stack: [
      ...(place === 0 ? [heading('Attachments')] : []),
      ...(picture
        ? [
            {
              image: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`,
              fit: [480, 360] as [number, number],
            },
          ]
        : []),
      { text: name, bold: true },
      { text: `SHA-256 ${sha256}`, style: 'term' },
    ],
    unbreakable: true,
    margin: [0, 0, 0, 10],
  }));
}

/** PDF definition of an incident: the whole report, with its number, revision and short hash on every page. */
export function incidentDocument(content: DocumentFacts): TDocumentDefinitions {
  const { organizationName, incident, seal, files, tasks, history } = content;
  const { number, revision, place, timeZone } = incident;
  const state = stateTexts[incident.deleted ? 'DELETED' : incident.state];
  return {
    pageSize: 'LETTER',
    pageMargins: [48, 56, 48, 56],
    info: { title: `Event ${number}`, creator: 'Plimsoll' },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    styles: { heading: { fontSize: 13, bold: true, margin: [0, 12, 0, 4] }, term: { color: '#555555', fontSize: 9 } },
    header: { text: organizationName, style: 'term', margin: [48, 24, 48, 0] },
    footer: (page, pages) => ({
      style: 'term',
      margin: [48, 16, 48, 0],
      columns: [
        `Event ${number}, revision ${revision}, seal ${seal}`,
        { text: `${page} / ${pages}`, alignment: 'right' },
      ],
    }),
    content: [
      { text: incident.heading, fontSize: 18, bold: true },
      { text: `Event ${number} · ${incident.formName} · ${state}`, margin: [0, 2, 0, 10] },
      ...facts([
        [eventFieldTexts.occurrenceDate, readableDate(incident.occurrenceDate)],
        [eventFieldTexts.occurrenceTime, incident.occurrenceTime],
        [eventFieldTexts.timeZone, timeZone],
        [eventFieldTexts.worksite, place.worksiteName],
        [eventFieldTexts.region, place.regionName],
        [eventFieldTexts.location, place.location],
        [eventFieldTexts.reportingGroup, incident.reportingGroupName],
        [eventFieldTexts.reporter, incident.reporter.name],
        [incident.isImported ? 'Imported at' : 'Reported at', instant(incident.reportedAt, timeZone)],
        [eventFieldTexts.reviewer, incident.reviewer?.name],
        [eventFieldTexts.approver, incident.approver?.name],
      ]),
      ...reviewSection(incident),
      ...answerSection(incident),
      heading(eventFieldTexts.description),
      prose(incident.description),
      ...(incident.immediateActions
        ? [heading(eventFieldTexts.immediateActions), prose(incident.immediateActions)]
        : []),
      ...injuredSection(incident),
      ...(incident.relatedPersons.length > 0
        ? [
            heading(eventFieldTexts.relatedPersons),
            ...incident.relatedPersons.map(({ name, role, emailAddress }) =>
              prose([name, role, emailAddress && readableAddress(emailAddress)].filter(Boolean).join(', ')),
            ),
          ]
        : []),
      ...answerSections(content),
      ...attachmentSections(files),
      ...(tasks && tasks.length > 0
        ? [
            heading('Corrective actions'),
            ...tasks.flatMap(({ description, dueDate, responsible, verifier, status }) => [
              prose(description),
              ...facts([
                ['Due', readableDate(dueDate)],
                ['Responsible', responsible.name],
                ['Verifier', verifier.name],
                [eventFieldTexts.state, `${status.charAt(0)}${status.slice(1).toLowerCase()}`],
              ]),
            ]),
          ]
        : []),
      ...(history ? historySection(history, timeZone) : []),
    ],
  };
}
