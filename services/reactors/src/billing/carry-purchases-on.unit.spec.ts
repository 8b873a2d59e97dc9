import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { carryPurchasesOn } from './carry-purchases-on.ts';

test('a purchase that was begun is carried on to its end', () => {
  const begun = { type: 'PurchaseBegun', tenant: 'north', data: { purchaseGuid: 'one' } } as unknown as RecordedEvent;
  expect(carryPurchasesOn.react(begun)).toEqual([
    { kind: 'CARRY_PURCHASE_ON', ids: { organization: 'north', purchase: 'one' } },
  ]);
});
