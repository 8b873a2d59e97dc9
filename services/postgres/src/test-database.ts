import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate, type Migration } from './migrate.ts';

export interface TestDatabase {
  readonly adminUrl: string;
  readonly appUrl: string;
  readonly projectorUrl: string;
  /** URL for the role of the payment sandbox; the role exists if its migrations are among the test's. */
  readonly paymentSandboxUrl: string;
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file by cloning a template that is migrated once per set of migrations. Needs the
 * superuser URL of a throw-away cluster in TEST_DATABASE_ADMIN_URL.
 * @param migrations that the tests need, lowest package first.
 */
export async function createTestDatabase(migrations: readonly Migration[]): Promise<TestDatabase> {
  const clusterUrl = process.env['TEST_DATABASE_ADMIN_URL'];
  if (!clusterUrl)
    throw new Error(
      'TEST_DATABASE_ADMIN_URL is not set: tests with a database run under the jest projects int and e2e',
    );
  const password = createHash('sha256').update(`roles of ${clusterUrl}`).digest('hex');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(clusterUrl, async (admin) => {
    const template = await ensureTemplate(admin, clusterUrl, migrations, password);
    await clone(admin, template, name);
  });
  return {
    adminUrl: urlOf(clusterUrl, name),
    appUrl: urlOf(clusterUrl, name, 'plimsoll_app', password),
    projectorUrl: urlOf(clusterUrl, name, 'plimsoll_projector', password),
    paymentSandboxUrl: urlOf(clusterUrl, name, 'plimsoll_payment_sandbox', password),
    drop: () =>
      asAdmin(clusterUrl, async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  };
}

function urlOf(clusterUrl: string, database: string, user?: string, password?: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  if (user) url.username = user;
  if (password) url.password = password;
  return url.toString();
}

async function asAdmin<T>(clusterUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** Locked, because several workers may create the same template, and roles belong to the whole cluster. */
async function ensureTemplate(
  admin: pg.Client,
  clusterUrl: string,
  migrations: readonly Migration[],
  password: string,
): Promise<string> {
  const digest = createHash('sha256');
  for (const migration of migrations) digest.update(migration.name).update('\0').update(migration.sql).update('\0');
  const template = `template_${digest.digest('hex').slice(0, 16)}`;
  await admin.query("select pg_advisory_lock(hashtextextended('plimsoll test templates', 0))");
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return template;
    const unfinished = `${template}_new`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished} encoding 'UTF8' template template0`);
    await migrate(urlOf(clusterUrl, unfinished), migrations);
    const { rows: roles } = await admin.query<{ rolname: string }>(
      "select rolname from pg_roles where rolname in ('plimsoll_app', 'plimsoll_projector', 'plimsoll_payment_sandbox')",
    );
    for (const { rolname } of roles) await admin.query(`alter role ${rolname} login password '${password}'`);
    await whileInUse(() => admin.query(`alter database ${unfinished} rename to ${template}`));
    return template;
  } finally {
    await admin.query("select pg_advisory_unlock(hashtextextended('plimsoll test templates', 0))");
  }
}

const clone = (admin: pg.Client, template: string, name: string) =>
  whileInUse(() => admin.query(`create database ${name} template ${template}`));

/** A session that was just closed counts as using the database for a moment (55006). */
async function whileInUse(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
