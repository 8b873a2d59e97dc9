import { openApplication, type ApplicationOptions } from '@plimsoll/api/platform/process/application';
import { ForwardBilling } from '@plimsoll/api/billing/subscription/forward-billing';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';

export interface DaysToCome {
  readonly options: ApplicationOptions;
  readonly organizations: readonly string[];
  readonly days: number;
}

// Advances the billing of organizations day by day, in turn, until it is stopped. Keys arrive by message, not on the
// command line.
process.once('message', ({ options, organizations, days }: DaysToCome) => {
  void (async () => {
    const application = await openApplication(options);
    process.send!('begun');
    for (let day = 0; day < days; day++) {
      for (const tenant of organizations)
        await application.commands.execute(new ForwardBilling(systemEnvelope({ tenant }), 1));
    }
    await application.close();
    process.send!('done');
    process.disconnect();
  })().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));
