import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { SignatureAnswer } from '@plimsoll/contracts/forms/answer-value';
import type { FormChange } from './demo-step.ts';
import { demoGuid } from './demo-organization.ts';

export const CUSTOM_FORM = demoGuid('form', 'hot work');
export const CUSTOM_FORM_NAME = 'Hot work check';

const group = (key: string) => demoGuid('question', `hot work group ${key}`);
const ask = (key: string) => demoGuid('question', `hot work ${key}`);
/** Question that the photo of the work place answers. */
export const PHOTO_QUESTION = ask('photo');

/** Changes that lead to the form's first version, in order. */
export const firstVersion: readonly FormChange[] = [
  {
    command: 'create',
    name: CUSTOM_FORM_NAME,
    description: 'Before a torch, a grinder or a welder is lit: the permit, the place, and who watches for fire.',
  },
  { command: 'details', with: { isLeading: true, asksRating: true } },
  { command: 'workflow', eventWorkflow: 'REVIEW' },
  {
    command: 'groups',
    with: {
      add: [
        { groupGuid: group('job'), title: 'The job' },
        {
          groupGuid: group('after'),
          title: 'The place',
          instructions: 'Ten metres around the work, above and below it.',
        },
      ],
    },
  },
  {
    command: 'questions',
    with: {
      add: [
        {
          questionGuid: ask('kind'),
          groupGuid: group('job'),
          type: 'CHOICE',
          text: 'What is done?',
          required: true,
          options: [
            { value: 'WELDING', label: 'Welding' },
            { value: 'CUTTING', label: 'Cutting with a torch' },
            { value: 'GRINDING', label: 'Grinding' },
          ],
        },
        {
          questionGuid: ask('permit'),
          groupGuid: group('job'),
          type: 'YES_NO',
          text: 'Is the permit on site?',
          required: true,
        },
        {
          questionGuid: ask('why'),
          groupGuid: group('job'),
          type: 'LONG_TEXT',
          text: 'Why not, and who allowed the work?',
          required: true,
          showIf: { question: ask('permit'), operator: 'EQUALS', value: false },
        },
        {
          questionGuid: PHOTO_QUESTION,
          groupGuid: group('after'),
          type: 'ATTACHMENT',
          text: 'Photo of the work place',
        },
        {
          questionGuid: ask('signature'),
          groupGuid: group('after'),
          type: 'SIGNATURE',
          text: 'Signed by whoever watches for fire',
          required: true,
        },
      ],
    },
  },
  { command: 'publish' },
];

/** Changes of the second version, which also asks how long the fire watch stays. */
export const secondVersion: readonly FormChange[] = [
  {
    command: 'questions',
    with: {
      add: [
        {
          questionGuid: ask('watch'),
          groupGuid: group('after'),
          type: 'INTEGER',
          text: 'How many minutes was the place watched afterwards?',
          moreInfo: 'An hour at least; two where something smouldered.',
          required: true,
          min: 0,
          max: 480,
        },
      ],
      order: [
        { groupGuid: group('job'), questionGuids: [ask('kind'), ask('permit'), ask('why')] },
        { groupGuid: group('after'), questionGuids: [PHOTO_QUESTION, ask('watch'), ask('signature')] },
      ],
    },
  },
  { command: 'publish' },
];

export interface HotWork {
  readonly kind: 'WELDING' | 'CUTTING' | 'GRINDING';
  /** Reason why there was no permit; null if there was one. */
  readonly withoutPermit: string | null;
  readonly photos: readonly string[];
  /** Minutes of fire watch; null in the first version, which does not ask. */
  readonly watched: number | null;
  readonly signature: SignatureAnswer;
  readonly signerGuid: string;
}

/** Answers to the custom form for a report. */
export const hotWorkAnswers = ({
  kind,
  withoutPermit,
  photos,
  watched,
  signature,
  signerGuid,
}: HotWork): ReportIncidentRequest['components'] => [
  {
    groupGuid: group('job'),
    answers: [
      { questionGuid: ask('kind'), value: kind },
      { questionGuid: ask('permit'), value: withoutPermit === null },
      ...(withoutPermit === null ? [] : [{ questionGuid: ask('why'), value: withoutPermit }]),
    ],
  },
  {
    groupGuid: group('after'),
    answers: [
      ...(photos.length > 0 ? [{ questionGuid: PHOTO_QUESTION, value: [...photos] }] : []),
      ...(watched === null ? [] : [{ questionGuid: ask('watch'), value: watched }]),
      { questionGuid: ask('signature'), value: signature, signerGuid },
    ],
  },
];
