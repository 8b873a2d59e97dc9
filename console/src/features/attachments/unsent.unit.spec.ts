import { freeName } from '../../lib/offline/file-names.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { formatSize } from './labels.ts';
import { toUploads, refusalOf } from './unsent.ts';

const fileOf = (name: string, size = 10) => ({ name, size }) as File;

describe('chosen files', () => {
  let made = 0;
  const choose = (names: readonly File[], taken: readonly string[] = []) =>
    toUploads(names, { taken, limitBytes: 25 * 2 ** 20 }, () => `guid ${++made}`);

  it('get unique names within the event, ignoring case and Unicode composition', () => {
    expect(
      choose([fileOf('image.jpg'), fileOf('IMAGE.jpg'), fileOf('report.pdf')], ['Image.JPG']).map(({ name }) => name),
    ).toEqual(['image (2).jpg', 'IMAGE (3).jpg', 'report.pdf']);
    expect(freeName('Fo\u0308rderer.png', ['F\u00f6rderer.png'])).toBe('Fo\u0308rderer (2).png');
    expect(freeName('crane (2).jpg', ['crane (2).jpg'])).toBe('crane (3).jpg');
  });

  it('wait for upload, or are rejected on the device', () => {
    const results = choose([
      fileOf('a.txt'),
      fileOf('a.exe'),
      fileOf('a.mp4', 25 * 2 ** 20 + 1),
      fileOf('b.txt', 0),
    ]).map(({ status, refused }) => [status, refused?.text ?? null, refused?.mayRetry ?? null]);
    expect(results).toEqual([
      ['WAITING', null, null],
      ['REFUSED', 'Files of this type cannot be attached.', false],
      ['REFUSED', 'The file is too large. A file may have 25 MB.', false],
      ['REFUSED', 'The file is empty.', false],
    ]);
  });
});

describe('a refusal', () => {
  const problem = (status: number, className: string, message?: string) =>
    new ApiProblem(status, {
      className,
      fieldErrors: message ? [{ field: 'body', className: 'UnsupportedMediaType', message }] : [],
    });

  it('describes the problem with the file, not with the request', () => {
    expect(
      refusalOf(
        problem(
          415,
          'UnsupportedMediaType',
          "Web pages and scripts can't be attached. Attach a PDF or a picture of the page.",
        ),
      ),
    ).toEqual({
      text: "Web pages and scripts can't be attached. Attach a PDF or a picture of the page.",
      mayRetry: false,
    });
    expect(refusalOf(problem(400, 'InvalidFileExtension', 'The content is not what .png stands for'))).toEqual({
      text: 'Files of this type cannot be attached. The content is not what .png stands for.',
      mayRetry: false,
    });
    expect(refusalOf(problem(400, 'AttachmentInfected'))).toEqual({
      text: 'The virus scanner found something in this file.',
      mayRetry: false,
    });
  });

  it('allows a retry if it can succeed', () => {
    expect(refusalOf(problem(0, 'NetworkFailure')).mayRetry).toBe(true);
    expect(refusalOf(problem(429, 'TooManyAttempts')).mayRetry).toBe(true);
    expect(refusalOf(problem(409, 'LimitReached')).mayRetry).toBe(true);
    expect(refusalOf(problem(503, 'ServiceUnavailable')).mayRetry).toBe(true);
  });
});

it.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1490, '1.5 kB'],
  [9960, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [26_214_400, '26 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
