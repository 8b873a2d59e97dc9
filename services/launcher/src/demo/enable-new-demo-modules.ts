import type { Application } from '@plimsoll/api/platform/process/application';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { organizationStream } from '@plimsoll/api/organizations/organization';
import { SwitchModule } from '@plimsoll/api/organizations/switch-module';
import { modulesAtFirst } from '@plimsoll/contracts/organizations/features';
import { DEMO_ORGANIZATION } from './demo-organization.ts';
import { expectDone } from './expect-done.ts';

/**
 * Switches on modules that an earlier version's demo did not have. Modules that a person has switched since stay
 * unchanged.
 */
export async function enableNewDemoModules({
  store,
  commands,
}: Pick<Application, 'store' | 'commands'>): Promise<void> {
  const stream = await store.load(DEMO_ORGANIZATION, organizationStream(DEMO_ORGANIZATION));
  if (stream.status !== 'loaded' || stream.events.length === 0) return;
  const mentioned = new Set(
    stream.events.flatMap(({ data }) => {
      const { module, modules = [] } = data as { module?: string; modules?: readonly string[] };
      return [...modules, ...(module === undefined ? [] : [module])];
    }),
  );
  for (const module of modulesAtFirst.filter((each) => !mentioned.has(each))) {
    expectDone(
      await commands.execute(
        new SwitchModule(
          systemEnvelope({ tenant: DEMO_ORGANIZATION, product: 'demo', name: `demo switch on ${module}` }),
          { module, isEnabled: true },
        ),
      ),
      `switch on ${module}`,
    );
  }
}
