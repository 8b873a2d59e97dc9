import { readFileSync } from 'node:fs';
import { formContent, formCreated, formPublished } from './events.ts';

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), 'utf8')) as { data: never };

test.each([
  ['FormPublished.v1', formPublished],
  ['FormCreated.v1', formCreated],
])('a form stored as %s keeps asking for people hurt, other people and a rating', (name, event) => {
  const lifted = event.upcasters.reduce<unknown>((data, lift) => lift(data as never), golden(name).data);
  expect(event.data.safeParse(lifted).success).toBe(true);
  expect(formContent.parse((lifted as { content: unknown }).content)).toMatchObject({
    asksPeopleHurt: true,
    asksOtherPeople: true,
    asksRating: true,
  });
});
