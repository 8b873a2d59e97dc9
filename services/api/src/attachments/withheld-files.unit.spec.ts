import { isWithheld } from './withheld-files.ts';

const both = { withNames: true, includeSensitive: true };
type File = Parameters<typeof isWithheld>[0];
const photo: File = { contentType: 'image/jpeg', personGuids: [] };
const report: File = { contentType: 'application/pdf', personGuids: [] };
const tagged: File = { contentType: 'image/jpeg', personGuids: ['guid'] };

test.each<[string, File, boolean, boolean]>([
  ['a photo of an event in which nobody was hurt', photo, false, false],
  ['a document of an event that names people hurt', report, true, false],
  ['a photo of an event that names people hurt', photo, true, true],
  ['a video of one', { ...photo, contentType: 'video/mp4' }, true, true],
  ['a photo that shows a person', tagged, false, true],
])('without names or sensitive events, %s is withheld: %#', (_, file, namesHurt, expected) => {
  for (const scope of [
    { withNames: false, includeSensitive: false },
    { withNames: true, includeSensitive: false },
    { withNames: false, includeSensitive: true },
  ])
    expect(isWithheld(file, scope, namesHurt)).toBe(expected);
  expect(isWithheld(file, both, namesHurt)).toBe(false);
});
