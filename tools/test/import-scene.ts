import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { AddMember } from '@plimsoll/api/members/add-member';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { demoOrganization } from '@plimsoll/launcher/demo/cast';
import { expectDone } from '@plimsoll/launcher/demo/expect-done';
import { importIncidents } from '@plimsoll/launcher/import/import-incidents';
import { allMigrations } from '@plimsoll/launcher/migrations';

/** A database with organizations that have an admin and import files. */
export class ImportScene {
  private constructor(
    readonly database: TestDatabase,
    readonly keys: { readonly signingKey: string; readonly sealingKey: string },
    readonly folder: string,
    private readonly application: Application,
  ) {}

  static async open(): Promise<ImportScene> {
    const signingKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const keys = { signingKey, sealingKey: randomBytes(32).toString('base64') };
    const database = await createTestDatabase(allMigrations);
    // Each import updates the read models itself.
    const application = await openApplication({
      appDatabaseUrl: database.appUrl,
      projectorDatabaseUrl: database.projectorUrl,
      ...keys,
      projector: false,
    });
    return new ImportScene(database, keys, mkdtempSync(join(tmpdir(), 'plimsoll-import-')), application);
  }

  /**
   * Founds an organization with an admin.
   * @returns its guid.
   */
  async found(): Promise<string> {
    const tenant = randomUUID();
    const { commands } = this.application;
    const envelope = () => systemEnvelope({ tenant });
    expectDone(
      await commands.execute(
        new CreateOrganization(envelope(), { ...demoOrganization, modules: ['dashboard', 'events', 'reportedEvents'] }),
      ),
      'found it',
    );
    const admin = {
      userGuid: randomUUID(),
      name: 'Ida Admin',
      emailAddress: 'ida@example.com',
      isAdmin: true,
      userGroups: ['Standard' as const],
      reportingGroupGuid: null,
    };
    expectDone(await commands.execute(new AddMember(envelope(), admin)), 'add its admin');
    return tenant;
  }

  /** The number of events of an organization. */
  async head(tenant: string): Promise<number | undefined> {
    return (await this.application.store.heads()).find((head) => head.tenant === tenant)?.position;
  }

  /**
   * Imports a file with this content.
   * @returns the exit code, the output, and the reason if it did not start.
   */
  async importing(
    bytes: Buffer | string,
    options: { readonly check: boolean; readonly organization?: string },
  ): Promise<{ code: number | undefined; output: string[] }> {
    const file = join(this.folder, `${randomUUID()}.csv`);
    writeFileSync(file, bytes);
    const output: string[] = [];
    try {
      const code = await importIncidents({ database: this.database, keys: this.keys }, file, {
        ...options,
        say: (line) => void output.push(line),
      });
      return { code, output };
    } catch (error) {
      return { code: undefined, output: [...output, (error as Error).message.replace(file, 'FILE')] };
    }
  }

  async close(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await this.application.close();
    await this.database.drop();
  }
}
