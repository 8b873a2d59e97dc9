import type { Form, Question } from '@plimsoll/contracts/forms/form';
import { addAttachmentDrafts } from '../../../../lib/offline/attachment-drafts.ts';
import type { EventFields } from '../fields/event-fields.ts';
import { announcedOf, errorsOfFiles } from './files-of-report.ts';

const ask = (questionGuid: string, type: Question['type'], showIf: Question['showIf'] = null): Question => ({
  questionGuid,
  groupGuid: 'group',
  type,
  text: questionGuid,
  moreInfo: null,
  required: false,
  options: [],
  min: null,
  max: null,
  dateLimit: null,
  showIf,
  sortOrder: 0,
});
const form = {
  groups: [
    {
      groupGuid: 'group',
      title: '',
      instructions: null,
      sortOrder: 0,
      questions: [
        ask('rated', 'YES_NO'),
        ask('scale', 'ATTACHMENT'),
        ask('crane', 'ATTACHMENT', { question: 'rated', operator: 'EQUALS', value: false }),
      ],
    },
  ],
} as unknown as Form;
const fields = (answers: EventFields['answers'], photos: string[] = []) =>
  ({ answers, photos }) as unknown as EventFields;
const lost = { message: 'A file is not on this device. Leave it out, and choose it again.' };

describe('the files of a report', () => {
  test('are announced by name and size if they were chosen here, without an error', async () => {
    const [guid] = addAttachmentDrafts([new File(['four'], 'Scale.txt')]);
    expect(announcedOf(form, fields({ scale: [guid!] }))).toEqual({
      awaitedAttachments: [{ attachmentGuid: guid, name: 'Scale.txt', size: 4, questionGuid: 'scale' }],
    });
    expect(await errorsOfFiles(form, fields({ scale: [guid!] }, [guid!]))).toEqual([]);
  });

  test('are reported as missing if this device does not have them, once for each question and once for the photos', async () => {
    expect(await errorsOfFiles(form, fields({ scale: ['gone', 'gone too'] }, ['also gone']))).toEqual([
      { field: 'photos', ...lost },
      { field: 'answers.scale', ...lost },
    ]);
  });

  test('are not required by a question that is not shown', async () => {
    expect(await errorsOfFiles(form, fields({ rated: true, crane: ['gone'] }))).toEqual([]);
    expect(await errorsOfFiles(form, fields({ rated: false, crane: ['gone'] }))).toEqual([
      { field: 'answers.crane', ...lost },
    ]);
  });
});
