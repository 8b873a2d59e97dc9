import { jsonWith, cachedJson } from './json-text.ts';

test('a list is written once, for as long as it is the same one', () => {
  const crews = [{ name: 'Crew “1”' }];
  expect(cachedJson(crews)).toBe(JSON.stringify(crews));
  // Mutating such a list is not allowed; here it shows that nothing was serialized again.
  crews.push({ name: 'Crew 2' });
  expect(cachedJson(crews)).toBe('[{"name":"Crew “1”"}]');
  expect(cachedJson([...crews])).toBe(JSON.stringify(crews));
});

test('an object takes what is written already, whatever is in it, and may consist of it', () => {
  const whole = { name: 'Reef "Works"', crews: [{ name: '},"crews":[' }], worksites: [] as object[], logo: null };
  const { crews, worksites, ...rest } = whole;
  expect(
    JSON.parse(
      jsonWith<typeof whole, 'crews' | 'worksites'>(rest, {
        crews: cachedJson(crews),
        worksites: cachedJson(worksites),
      }),
    ),
  ).toEqual(whole);
  expect(jsonWith<{ crews: object[] }, 'crews'>({}, { crews: cachedJson(crews) })).toBe(JSON.stringify({ crews }));
});
