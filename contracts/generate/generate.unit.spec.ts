import { brokenContracts, staleFiles } from './generate.ts';

test('the JSON Schemas of the events, the OpenAPI document and the operations in the repository are those of the contracts', () => {
  expect(staleFiles()).toEqual([]);
});

test('the contracts that events were written by are what they were', () => {
  expect(brokenContracts()).toEqual([]);
});
