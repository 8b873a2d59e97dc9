import { fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { followUpsOf } from '@plimsoll/api/commands/follow-up';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { followUps } from '@plimsoll/api/commands/follow-ups';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { SetPassword } from '@plimsoll/api/identity/passwords/set-password';
import { startApi, type Api } from '@plimsoll/api/main';
import { AddMember } from '@plimsoll/api/members/add-member';
import type { NewErasure } from '@plimsoll/api/privacy/request-erasure.rule';
import type { ResourceOptions } from '@plimsoll/api/platform/process/resources';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { foundOrganizations, PASSWORD } from '../bench/load/bench-organizations.ts';
import { allMigrations } from '@plimsoll/launcher/migrations';
import { verifyProjections } from '@plimsoll/launcher/read-models/verify';
import { verifyLog } from '@plimsoll/launcher/verify-log';
import type { Workplace } from '@plimsoll/launcher/workplace';
import type { DyingErasure, ErasureStep } from './erasure-steps.ts';

const PUBLIC_URL = 'http://localhost:3000';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any response; the test checks it
type Answered = { readonly status: number; readonly headers: Headers; readonly body: any };
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

/** An account that can sign in. */
export interface Person {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
}

const [care] = injuryForm.groups;
const [hospital, amputation] = care!.questions;

/**
 * Request body of an injury report.
 * @param injured fields of the injured person, on top of those of an employee with lost time.
 */
export const reportOf = (injured: object) => ({
  formGuid: injuryForm.formGuid,
  formVersion: injuryForm.version,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  regionGuid: regions[0]!.guid,
  location: 'Bay 3',
  description: 'A pallet slid from the forks.',
  injuredPersons: [{ personType: 'EMPLOYEE', classification: 'LOST_TIME', ...injured }],
  components: [
    {
      groupGuid: care!.groupGuid,
      answers: [
        { questionGuid: hospital!.questionGuid, value: true },
        { questionGuid: amputation!.questionGuid, value: false },
      ],
    },
  ],
});

/** A word in hexadecimal, as PostgreSQL prints bytes. */
export const inHex = (word: string): string => Buffer.from(word).toString('hex');

/**
 * An organization, in its own product, in which people are erased; with requests and verifications as people, auditors
 * and operators make them.
 */
export class ErasingOrganization {
  private constructor(
    readonly dataDir: string,
    readonly database: TestDatabase,
    readonly admin: pg.Client,
    readonly api: Api,
    readonly tenant: string,
    private readonly options: ResourceOptions,
    /** Sends requests as the founding admin. */
    readonly call: Ask,
  ) {}

  static async start(): Promise<ErasingOrganization> {
    const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-erasure-'));
    const database = await createTestDatabase(allMigrations);
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const keys = {
      signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      sealingKey: randomBytes(32).toString('base64'),
    };
    const options = {
      appDatabaseUrl: database.appUrl,
      projectorDatabaseUrl: database.projectorUrl,
      ...keys,
      filesDir: join(dataDir, 'files'),
    };
    const [founded] = await foundOrganizations(options, 1);
    const api = await startApi({
      ...options,
      host: '127.0.0.1',
      port: 0,
      publicUrl: PUBLIC_URL,
      projector: true,
      logLevel: 'error',
    });
    return new ErasingOrganization(
      dataDir,
      database,
      admin,
      api,
      founded!.tenant,
      options,
      await signedIn(api, founded!.emailAddress),
    );
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.api.close();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true });
  }

  /**
   * Executes a command.
   * @throws its refusal.
   */
  async done(command: Parameters<Api['application']['commands']['execute']>[0]): Promise<void> {
    const outcome = (await this.api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  }

  /** Waits until the read models have caught up with the log. */
  async caughtUp(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.admin.query(
        `select from read_models m join tenant_heads h on h.tenant = $1
        left join projection_checkpoints c on c.projection = m.answers and c.tenant = h.tenant where c.position is distinct from h.position`,
        [this.tenant],
      );
      if (rowCount === 0) return;
      await sleep(20);
    }
  }

  async register(name: string, emailAddress = `${uuidv7()}@example.test`): Promise<Person> {
    const person = { userGuid: uuidv7(), name, emailAddress };
    for (const command of [
      new RegisterUser(systemEnvelope({ tenant: INSTALLATION_TENANT }), person),
      new SetPassword(systemEnvelope({ tenant: INSTALLATION_TENANT }), person.userGuid, PASSWORD),
    ])
      await this.done(command);
    return person;
  }

  /** Signs in as a person. */
  async as({ emailAddress }: Person): Promise<Ask> {
    await this.caughtUp();
    await this.api.application.readYourWrites.waitForHead(INSTALLATION_TENANT, ['account']);
    return signedIn(this.api, emailAddress);
  }

  async newAdmin(): Promise<{ readonly person: Person; readonly as: Ask }> {
    const person = await this.register('Ada Quay');
    await this.done(
      new AddMember(systemEnvelope({ tenant: this.tenant }), {
        ...person,
        isAdmin: true,
        userGroups: ['Standard'],
        reportingGroupGuid: null,
      }),
    );
    return { person, as: await this.as(person) };
  }

  /** Exit code and output of `log verify`. */
  verifiedLog(): Promise<Printed> {
    return printed(() => verifyLog(this.#workplace(), { organization: this.tenant }));
  }

  /** Exit code and output of `projections verify`. */
  verifiedReadModels(): Promise<Printed> {
    return printed(() => verifyProjections(this.#workplace(), []));
  }

  /**
   * Starts an erasure in one process after the other, each of which is killed at its step.
   * @returns the steps, with the exit reason of each process.
   */
  async killedAt(steps: readonly ErasureStep[], request: NewErasure): Promise<[ErasureStep, string | null][]> {
    const ends: [ErasureStep, string | null][] = [];
    for (const step of steps) {
      const child = fork(fileURLToPath(new URL('./erasure-process.ts', import.meta.url)), {
        execArgv: [...process.execArgv],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ended = once(child, 'exit');
      child.send({
        options: { ...this.options, projector: false },
        tenant: this.tenant,
        request,
        step,
      } satisfies DyingErasure);
      ends.push([step, (await ended)[1]]);
    }
    return ends;
  }

  /** Runs reactors that process what is due, until `within` has ended. */
  async withReactors(within: (reactors: Reactors) => Promise<void>): Promise<void> {
    const {
      database,
      options,
      api: { application },
    } = this;
    const reactors = await startReactors({
      appDatabaseUrl: database.appUrl,
      projectorDatabaseUrl: database.projectorUrl,
      sealingKey: options.sealingKey!,
      publicUrl: PUBLIC_URL,
      superviseSeconds: 1,
    });
    const rest = await reactors.runCommands(followUpsOf(application, followUps, (error) => console.error(error)));
    try {
      await within(reactors);
    } finally {
      await rest();
      await reactors.close();
    }
  }

  #workplace(): Workplace {
    const {
      dataDir,
      database,
      options: { signingKey, sealingKey },
    } = this;
    return { configuration: { dataDir }, database, keys: { signingKey, sealingKey } } as unknown as Workplace;
  }
}

interface Printed {
  readonly code: number;
  readonly lines: string;
}

async function printed(command: () => Promise<number>): Promise<Printed> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const code = await command();
    return { code, lines: log.mock.calls.join('\n') };
  } finally {
    log.mockRestore();
  }
}

async function signedIn({ address }: Api, identifier: string): Promise<Ask> {
  const call = async (
    token: string | undefined,
    ...[method, path, body, headers = {}]: Parameters<Ask>
  ): Promise<Answered> => {
    const isBytes = body instanceof Uint8Array;
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      headers: answer.headers,
      body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(bytes.toString()) : bytes,
    };
  };
  const {
    body: { jwt },
  } = await call(undefined, 'POST', '/auth', { identifier, password: PASSWORD });
  return (...asked) => call(jwt, ...asked);
}
