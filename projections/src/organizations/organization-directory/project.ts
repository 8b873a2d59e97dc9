import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table } from '../../runner/tables/table.ts';

export const organizationDirectoryTable = table('organization_directory', {
  key: ['organization_guid'],
  columns: { organization_guid: 'uuid', name: 'text', name_lower: 'text', username: 'text?', username_lower: 'text?' },
  indexes: { name: '(tenant, name_lower)', username: '(tenant, username_lower)' },
});

const directoryFold = foldStream(organizationDirectoryTable, {
  begin: {
    OrganizationRegistered: ({ data: { organizationGuid, name, username } }) => ({
      organization_guid: organizationGuid,
      name,
      name_lower: name.toLowerCase(),
      username,
      username_lower: username && username.toLowerCase(),
    }),
  },
  evolve: {
    RegisteredNameChanged: (entry, { data: { name } }) =>
      void Object.assign(entry, { name, name_lower: name.toLowerCase() }),
    RegisteredIdChanged: (entry, { data: { username } }) =>
      void Object.assign(entry, { username, username_lower: username.toLowerCase() }),
  },
});

/** The organizations for lookup by name or ID, in the installation's own tenant. */
export const organizationDirectory = defineReadModel({
  name: 'organization-directory',
  version: 1,
  tables: [organizationDirectoryTable],
  folds: [directoryFold],
});
