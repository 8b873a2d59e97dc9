import { OpenTransfers } from './open-transfers.ts';

const limits = { account: 2, organization: 3, network: 4 };
const of = (account: string | undefined, organization: string | undefined, network: string) => ({
  account,
  organization,
  network,
});
const refusal = {
  refusal: { refused: 'TooManyAttempts', fieldErrors: [{ message: expect.stringContaining('Too many') }] },
  headers: { 'retry-after': '5' },
};
const errorOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('transfers are limited for an account, an organization and a network, each by itself', () => {
  const transfers = new OpenTransfers(limits);
  const ends = [transfers.begin(of('ada', 'works', 'one')), transfers.begin(of('ada', 'yard', 'two'))];
  expect(errorOf(() => transfers.begin(of('ada', 'mine', 'three')))).toMatchObject(refusal);
  ends.push(transfers.begin(of('bob', 'works', 'one')), transfers.begin(of('eve', 'works', 'one')));
  expect(errorOf(() => transfers.begin(of('ida', 'works', 'five')))).toMatchObject(refusal);
  ends.push(transfers.begin(of(undefined, undefined, 'one')));
  expect(errorOf(() => transfers.begin(of('ida', 'mine', 'one')))).toMatchObject(refusal);
  expect(errorOf(() => transfers.begin(of('ida', 'mine', 'six')))).toBeInstanceOf(Function);
  for (const end of ends) end();
  expect(errorOf(() => transfers.begin(of('ada', 'works', 'one')))).toBeInstanceOf(Function);
});

test('a refused transfer counts for no one, and an ended one ends once', () => {
  const transfers = new OpenTransfers({ account: 1, organization: 9, network: 9 });
  const end = transfers.begin(of('ada', 'works', 'one'));
  for (let tries = 0; tries < 20; tries++) errorOf(() => transfers.begin(of('ada', 'works', 'one')));
  end();
  end();
  transfers.begin(of('ada', 'works', 'one'));
  expect(errorOf(() => transfers.begin(of('ada', 'works', 'one')))).toMatchObject(refusal);
});
