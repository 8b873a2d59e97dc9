import { openApplication } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { SetPassword } from '@plimsoll/api/identity/passwords/set-password';
import { AddMember } from '@plimsoll/api/members/add-member';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import type { ResourceOptions } from '@plimsoll/api/platform/process/resources';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { v7 as uuidv7 } from 'uuid';

export const PASSWORD = 'vessel-anchor-harbour-42';

export interface BenchOrganization {
  readonly tenant: string;
  readonly emailAddress: string;
  readonly userGuid: string;
}

/** Founds organizations with one ordinary member each, through the product's commands. */
export async function foundOrganizations(options: ResourceOptions, count: number): Promise<BenchOrganization[]> {
  const application = await openApplication({ ...options, projector: true });
  const run = async (command: object) => {
    const outcome = (await application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  };
  try {
    const founded: BenchOrganization[] = [];
    for (let index = 1; index <= count; index++) {
      const [tenant, userGuid] = [uuidv7(), uuidv7()];
      const person = { userGuid, name: `Reporter ${index}`, emailAddress: `reporter${index}@bench.example` };
      await run(
        new CreateOrganization(systemEnvelope({ tenant }), {
          name: `Works ${index}`,
          timeZone: 'America/Edmonton',
          sizeRange: 'ONE_TO_TEN',
          modules: ['dashboard', 'events', 'reportedEvents'],
        }),
      );
      await run(new RegisterUser(systemEnvelope({ tenant: INSTALLATION_TENANT }), person));
      await run(new SetPassword(systemEnvelope({ tenant: INSTALLATION_TENANT }), userGuid, PASSWORD));
      await run(
        new AddMember(systemEnvelope({ tenant }), {
          ...person,
          isAdmin: false,
          userGroups: ['Standard'],
          reportingGroupGuid: null,
        }),
      );
      founded.push({ tenant, emailAddress: person.emailAddress, userGuid });
    }
    await application.runner?.catchUp();
    return founded;
  } finally {
    await application.close();
  }
}
