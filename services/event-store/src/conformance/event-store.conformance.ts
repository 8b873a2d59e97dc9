import { describeAppending } from './appending.ts';
import { describeKeysBesideTheLog } from './keys-beside-the-log.ts';
import { describeManyAtOnce } from './many-at-once.ts';
import { describeNamesAndNumbers } from './names-and-numbers.ts';
import { describeReadingAlong } from './reading-along.ts';
import { describeRepeatedCommands } from './repeated-commands.ts';
import { describeRandomCommands } from './random-commands.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** Registers the jest suite that every adapter of the log must pass. */
export function eventStoreConformance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} as an event store`, () => {
    let under: StoreUnderTest;
    const opened = () => under;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    describeAppending(opened);
    describeRepeatedCommands(opened);
    describeNamesAndNumbers(opened);
    describeManyAtOnce(opened);
    describeRandomCommands(opened);
    describeReadingAlong(opened);
    describeKeysBesideTheLog(opened);
  });
}
