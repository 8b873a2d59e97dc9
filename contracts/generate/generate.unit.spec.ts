import { staleFiles } from './generate.ts';

test('the JSON Schemas of the events, the OpenAPI document and the operations in the repository are those of the contracts', () => {
  expect(staleFiles()).toEqual([]);
});
