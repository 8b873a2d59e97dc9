import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { refusalsOf } from '@plimsoll/contracts/http/refusals';
import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { modules, type Module, type UserGroup } from '@plimsoll/contracts/organizations/features';
import { type Permission } from '@plimsoll/contracts/permissions/permissions';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { sharedMigrations } from '@plimsoll/shared/migrations';
import { paymentSandboxMigrations } from '@plimsoll/payment-sandbox/migrations';
import type { Migration } from '@plimsoll/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { projectionMigrations } from '@plimsoll/projections/platform/migrations';
import { positionToken } from '@plimsoll/projections/runner/follow/position-token';
import { v7 as uuidv7 } from 'uuid';
import { systemEnvelope } from '../src/commands/own-envelope.ts';
import { isExecuted, type Outcome } from '../src/commands/execute.ts';
import { RegisterUser } from '../src/identity/accounts/register-user.ts';
import type { Registration } from '../src/identity/accounts/register-user.rule.ts';
import { SetPassword } from '../src/identity/passwords/set-password.ts';
import { startApi, type Api, type ApiOptions } from '../src/main.ts';
import { apiMigrations } from '../src/platform/process/migrations.ts';
import { AddMember } from '../src/members/add-member.ts';
import { ChangeMembership } from '../src/members/change-membership.ts';
import { ChangeCustomerConfig } from '../src/organizations/change-customer-config.ts';
import { CreateOrganization } from '../src/organizations/founding/create-organization.ts';
import { CreateReportingGroup } from '../src/units/create-reporting-group.ts';
import { CreateWorksite } from '../src/units/create-worksite.ts';
import { SwitchModule } from '../src/organizations/switch-module.ts';
import { RunningApi } from './running-api.ts';

export const TEST_PASSWORD = 'vessel-anchor-harbour-42';

export interface TestPerson {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the test states what it should be
type Json = any;

export interface Answer<Body = Json> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Call {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Role = 'admin' | 'manager' | 'standard';

/**
 * The whole product on a database of its own, with helpers that set up organizations and people by real commands and
 * sign them in over HTTP.
 */
export class TestApplication {
  readonly api: Api;
  readonly database: TestDatabase;
  readonly options: ApiOptions;
  #apart: RunningApi | undefined;

  private constructor(api: Api, database: TestDatabase, options: ApiOptions) {
    this.api = api;
    this.database = database;
    this.options = options;
  }

  /** @param migrations those of its database, where more than the API uses it. */
  static async start(
    options: Partial<ApiOptions> | ((database: TestDatabase) => Promise<Partial<ApiOptions>>) = {},
    migrations: readonly Migration[] = [
      ...eventStoreMigrations,
      ...sharedMigrations,
      ...projectionMigrations,
      ...apiMigrations,
      ...paymentSandboxMigrations,
    ],
  ): Promise<TestApplication> {
    const database = await createTestDatabase(migrations);
    try {
      const full: ApiOptions = {
        host: '127.0.0.1',
        port: 0,
        publicUrl: 'http://localhost:3000',
        isPublicUrlGiven: false,
        appDatabaseUrl: database.appUrl,
        projectorDatabaseUrl: database.projectorUrl,
        poolSize: 10,
        signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        sealingKey: randomBytes(32).toString('base64'),
        // No one attacks a test's passwords; tests of hashing set their own costs.
        passwordMemoryKib: 1_024,
        // One address founds the organizations of all tests.
        addressLimits: { foundingsAnHour: 10_000, accountFoundingsAnHour: 10_000 },
        // Tests must not query public name servers.
        logLevel: 'error',
        projector: true,
        dnsServers: ['127.0.0.1:1'],
        filesDir: mkdtempSync(join(tmpdir(), 'plimsoll-files-')),
        ...(typeof options === 'function' ? await options(database) : options),
      };
      return new TestApplication(await startApi(full), database, full);
    } catch (error) {
      await database.drop();
      throw error;
    }
  }

  get url(): string {
    return this.#apart ? `http://127.0.0.1:${this.#apart.port}` : this.api.address;
  }

  /**
   * Moves the API to another process, so that its resources are measured apart from those of the tests. @param logFile
   * file of its log lines.
   */
  async moveApart(
    options: Partial<ApiOptions> = {},
    logFile = join(mkdtempSync(join(tmpdir(), 'plimsoll-apart-')), 'api.log'),
  ): Promise<RunningApi> {
    this.#apart = await RunningApi.start({ ...this.options, projector: false, ...options }, logFile);
    return this.#apart;
  }

  /** Moves the API back into the tests' process. */
  comeBack(): void {
    this.#apart = undefined;
  }

  async stop(): Promise<void> {
    await this.#apart?.stop();
    await this.api.close();
    await this.database.drop();
  }

  /** Registers a person with `TEST_PASSWORD` and a unique address. */
  async register(
    name: string,
    emailAddress = `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${randomBytes(4).toString('hex')}@example.test`,
    more: Partial<Registration> = {},
  ): Promise<TestPerson> {
    const person = { userGuid: uuidv7(), name, emailAddress };
    await this.#run(INSTALLATION_TENANT, (envelope) => new RegisterUser(envelope, { ...person, ...more }));
    await this.#run(INSTALLATION_TENANT, (envelope) => new SetPassword(envelope, person.userGuid, TEST_PASSWORD));
    return person;
  }

  /**
   * Founds an organization, by default with all modules on, and returns its guid. Its reports ask no one, so that each
   * test chooses its reviewers; `asksAtOnce` leaves that as it is for new organizations.
   */
  async found(
    name = 'Test Works',
    {
      on = [...modules],
      timeZone = 'America/Edmonton',
      asksAtOnce = false,
    }: { on?: Module[]; timeZone?: string; asksAtOnce?: boolean } = {},
  ): Promise<string> {
    const organizationGuid = uuidv7();
    await this.#run(
      organizationGuid,
      (envelope) => new CreateOrganization(envelope, { name, timeZone, sizeRange: 'ONE_TO_TEN', modules: on }),
    );
    if (!asksAtOnce)
      await this.#run(
        organizationGuid,
        (envelope) => new ChangeCustomerConfig(envelope, { code: 'REVIEWER_AT_ONCE', isEnabled: false }),
      );
    return organizationGuid;
  }

  /** Makes a person a member, by role or with exactly these permissions. */
  async join(
    organizationGuid: string,
    person: TestPerson,
    role: Role | readonly Permission[] = 'standard',
    reportingGroupGuid: string | null = null,
  ): Promise<void> {
    const isAdmin = role === 'admin';
    const userGroups: UserGroup[] = role === 'manager' ? ['Standard', 'Manager'] : ['Standard'];
    await this.#run(
      organizationGuid,
      (envelope) =>
        new AddMember(envelope, {
          userGuid: person.userGuid,
          name: person.name,
          emailAddress: person.emailAddress,
          isAdmin,
          userGroups,
          reportingGroupGuid,
        }),
    );
    if (typeof role !== 'string') await this.permit(organizationGuid, person, role);
  }

  /** Sets a member's permissions to exactly these. */
  async permit(organizationGuid: string, { userGuid }: TestPerson, permissions: readonly Permission[]): Promise<void> {
    await this.#run(
      organizationGuid,
      (envelope) =>
        new ChangeMembership(envelope, userGuid, {
          isAdmin: false,
          organizationUserGroups: ['Standard'],
          permissions: [...permissions],
        }),
    );
  }

  async switchModule(organizationGuid: string, module: Module, isEnabled: boolean): Promise<void> {
    await this.#run(organizationGuid, (envelope) => new SwitchModule(envelope, { module, isEnabled }));
  }

  async createWorksite(
    organizationGuid: string,
    name: string,
    more: { regionGuid?: string; timeZone?: string } = {},
  ): Promise<string> {
    const worksiteGuid = uuidv7();
    await this.#run(
      organizationGuid,
      (envelope) =>
        new CreateWorksite(envelope, {
          worksiteGuid,
          name,
          regionGuid: null,
          address: null,
          timeZone: null,
          emergencyPhone: null,
          ...more,
        }),
    );
    return worksiteGuid;
  }

  async createReportingGroup(organizationGuid: string, name: string): Promise<string> {
    const reportingGroupGuid = uuidv7();
    await this.#run(
      organizationGuid,
      (envelope) => new CreateReportingGroup(envelope, { reportingGroupGuid, name, description: null }),
    );
    return reportingGroupGuid;
  }

  /** Registers a person, makes them a member and signs them in. */
  async member(
    organizationGuid: string,
    role: Role | readonly Permission[] = 'standard',
    name = 'Ada Quay',
    reportingGroupGuid: string | null = null,
  ): Promise<TestPerson & { readonly token: string }> {
    const person = await this.register(name);
    await this.join(organizationGuid, person, role, reportingGroupGuid);
    return { ...person, token: await this.signIn(person) };
  }

  /** A real token, by POST /auth. */
  async signIn({ emailAddress }: { readonly emailAddress: string }): Promise<string> {
    const answer = await this.call('POST', '/auth', { body: { identifier: emailAddress, password: TEST_PASSWORD } });
    if (answer.status !== 200)
      throw new Error(`${emailAddress} could not sign in: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.jwt;
  }

  /** Calls the API; the path is relative to /api unless it is absolute. */
  async call<Body = Json>(method: string, path: string, { token, body, headers }: Call = {}): Promise<Answer<Body>> {
    const answer = await fetch(`${this.url}${/^\/(api|health)\//.test(path) ? '' : '/api'}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    demandDocumented(method, path, answer, text);
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text && /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text) as Body,
    };
  }

  /** Waits until the read models have reached a position: longer than a request would, for busy machines. */
  async caughtUp(organizationGuid: string, position: number): Promise<void> {
    let answer = await this.api.application.readYourWrites.waitFor(organizationGuid, position);
    for (let tries = 1; answer.stale && tries < 10; tries++)
      answer = await this.api.application.readYourWrites.waitFor(organizationGuid, position);
    if (answer.stale)
      throw new Error(
        `The read models of ${organizationGuid} did not reach ${position}: ${positionToken(organizationGuid, answer.position)}`,
      );
  }

  async #run(tenant: string, command: (envelope: ReturnType<typeof systemEnvelope>) => object): Promise<void> {
    const outcome = (await this.api.application.commands.execute(command(systemEnvelope({ tenant })))) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
    if (outcome.position !== null) await this.caughtUp(tenant, outcome.position);
  }
}

/** Verifies that a refusal is a class that the contract lists for the route. */
function demandDocumented(method: string, path: string, { status, headers }: Response, text: string): void {
  if (status < 400 || !/problem\+json/.test(headers.get('content-type') ?? '') || text === '') return;
  const route = (routes as readonly Route[]).find(
    (each) =>
      each.method === method &&
      new RegExp(`^(?:/api)?${each.path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`).test(path),
  );
  const { className } = JSON.parse(text) as { className: ErrorClass };
  if (route && !refusalsOf(route).includes(className))
    throw new Error(`${route.operationId} refuses with ${className}, which its contract does not name`);
}
