import { accountAddressTable, accountTable } from './project.ts';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../../platform/read-model-reader.ts';

/** An account with its primary address. */
export interface Account {
  readonly userGuid: string;
  readonly name: string;
  readonly username: string | null;
  /** The primary address. */
  readonly emailAddress: string;
}

/** Finds the account of a verified e-mail address or a username, ignoring case; null if there is none. */
export class FindAccountByIdentifier extends Query<Account | null> {
  constructor(readonly identifier: string) {
    super();
  }
}

/** Finds an account by its guid; null if there is none. */
export class FindAccount extends Query<Account | null> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** Lists the verified addresses of an account: the primary one, then by age. */
export class ListAccountAddresses extends Query<readonly string[]> {
  constructor(readonly userGuid: string) {
    super();
  }
}

const COLUMNS = `select user_guid as "userGuid", name, username, email_address as "emailAddress" from ${accountTable}`;

/** Answers `FindAccountByIdentifier`. */
@QueryHandler(FindAccountByIdentifier)
export class FindAccountByIdentifierHandler implements IQueryHandler<FindAccountByIdentifier> {
  constructor(private readonly reader: ReadModelReader) {}

  /** Usernames contain no @, so no username can be another account's address. */
  async execute({ identifier }: FindAccountByIdentifier): Promise<Account | null> {
    const rows = await this.reader.ask<Account>(INSTALLATION_TENANT, {
      name: 'account by identifier',
      text: `${COLUMNS} where tenant = $1 and user_guid = coalesce(
        (select user_guid from ${accountAddressTable} where tenant = $1 and address_lower = $2 order by added_at, user_guid limit 1),
        (select user_guid from ${accountTable} where tenant = $1 and username_lower = $2 order by registered_at, user_guid limit 1))`,
      values: [INSTALLATION_TENANT, identifier.toLowerCase()],
    });
    return rows[0] ?? null;
  }
}

/** Answers `FindAccount`. */
@QueryHandler(FindAccount)
export class FindAccountHandler implements IQueryHandler<FindAccount> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: FindAccount): Promise<Account | null> {
    const rows = await this.reader.ask<Account>(INSTALLATION_TENANT, {
      name: 'account',
      text: `${COLUMNS} where tenant = $1 and user_guid = $2`,
      values: [INSTALLATION_TENANT, userGuid],
    });
    return rows[0] ?? null;
  }
}

/** Answers `ListAccountAddresses`. */
@QueryHandler(ListAccountAddresses)
export class ListAccountAddressesHandler implements IQueryHandler<ListAccountAddresses> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: ListAccountAddresses): Promise<readonly string[]> {
    const rows = await this.reader.ask<{ emailAddress: string }>(INSTALLATION_TENANT, {
      name: 'account addresses',
      text: `select d.email_address as "emailAddress" from ${accountAddressTable} d join ${accountTable} a on a.tenant = d.tenant and a.user_guid = d.user_guid
        where d.tenant = $1 and d.user_guid = $2 order by d.address_lower = a.email_lower desc, d.added_at, d.address_lower`,
      values: [INSTALLATION_TENANT, userGuid],
    });
    return rows.map(({ emailAddress }) => emailAddress);
  }
}
