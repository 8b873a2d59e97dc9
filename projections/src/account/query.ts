import { accountTable } from './project.ts';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../read-model-reader.ts';

export interface Account {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
}

/** The account that signs in with an e-mail address, whatever its case; null when there is none. */
export class FindAccountByEmail extends Query<Account | null> {
  constructor(readonly emailAddress: string) {
    super();
  }
}

export class FindAccount extends Query<Account | null> {
  constructor(readonly userGuid: string) {
    super();
  }
}

const COLUMNS = `select user_guid as "userGuid", name, email_address as "emailAddress" from ${accountTable}`;

@QueryHandler(FindAccountByEmail)
export class FindAccountByEmailHandler implements IQueryHandler<FindAccountByEmail> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ emailAddress }: FindAccountByEmail): Promise<Account | null> {
    const rows = await this.reader.ask<Account>(INSTALLATION_TENANT, {
      name: 'account by email', text: `${COLUMNS} where tenant = $1 and email_lower = $2 order by registered_at, user_guid limit 1`,
      values: [INSTALLATION_TENANT, emailAddress.toLowerCase()],
    });
    return rows[0] ?? null;
  }
}

@QueryHandler(FindAccount)
export class FindAccountHandler implements IQueryHandler<FindAccount> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: FindAccount): Promise<Account | null> {
    const rows = await this.reader.ask<Account>(INSTALLATION_TENANT, {
      name: 'account', text: `${COLUMNS} where tenant = $1 and user_guid = $2`, values: [INSTALLATION_TENANT, userGuid],
    });
    return rows[0] ?? null;
  }
}
