import { staleFiles } from './generate.ts';

test('the JSON Schemas of the events, the OpenAPI document and the client types in the repository are those of the contracts', async () => {
  expect(await staleFiles()).toEqual([]);
});
