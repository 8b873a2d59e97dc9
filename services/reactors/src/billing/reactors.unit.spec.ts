import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { resumePurchases } from './reactors.ts';

test('a purchase that was begun is resumed', () => {
  const begun = { type: 'PurchaseBegun', tenant: 'north', data: { purchaseGuid: 'one' } } as unknown as RecordedEvent;
  expect(resumePurchases.react(begun)).toEqual([
    { kind: 'CARRY_PURCHASE_ON', ids: { organization: 'north', purchase: 'one' } },
  ]);
});
