import { onOrganization } from './on-organization.ts';
import { defineCommand } from '../commands/define-command.ts';
import { changeExternalSystems } from './change-external-systems.rule.ts';

/** Refuses: OrganizationNotFound. */
export const ChangeExternalSystems = defineCommand({
  ...onOrganization('ChangeExternalSystems', changeExternalSystems),
  route: {
    operationId: 'changeExternalSystems',
    args: (_, _params, systems) => [systems],
    answer: (_, [systems]) => systems,
  },
});
