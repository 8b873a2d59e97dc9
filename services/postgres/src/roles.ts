import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

/** PostgreSQL's default. */
const SCRAM_ITERATIONS = 4_096;

export class UnsafeRoleError extends Error {
  override readonly name = 'UnsafeRoleError';
}

export type LoginRole = 'plimsoll_app' | 'plimsoll_projector' | 'plimsoll_payment_sandbox';

/**
 * Sets a role's password. The server receives only a SCRAM verifier, so neither its logs nor its statistics show the
 * password.
 */
export async function setRolePassword(adminUrl: string, role: LoginRole, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'plimsoll roles' });
  await client.connect();
  try {
    await client.query(
      `alter role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(scramVerifier(password, randomBytes(16)))}`,
    );
  } finally {
    await client.end();
  }
}

/**
 * The verifier as PostgreSQL stores it (SCRAM-SHA-256, RFC 5802 and 7677): iterations, salt, StoredKey and ServerKey.
 */
function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(prepared(password), salt, SCRAM_ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

/**
 * The steps of SASLprep (RFC 4013) that can change a password: map all spaces to one kind, drop invisible characters,
 * normalize to NFKC.
 */
const prepared = (password: string): string =>
  password
    .replaceAll(/[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/gu, ' ')
    .replaceAll(/\u00AD|\u034F|\u1806|[\u180B-\u180D]|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu, '')
    .normalize('NFKC');

/**
 * Rejects roles to which row-level security would not apply: superusers, roles with BYPASSRLS, owners of tables, and
 * roles that can become the owner of the tables or of the append function.
 * @throws UnsafeRoleError that names the reason.
 */
export async function refuseUnsafeRole(database: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await database.query<{
    role: string;
    superuser: boolean;
    bypass: boolean;
    owner: boolean;
    table: string | null;
  }>(`
    select current_user as role, r.rolsuper as superuser, r.rolbypassrls as bypass,
      exists (select from pg_roles o where o.rolname in ('plimsoll_owner', 'plimsoll_append') and pg_has_role(r.oid, o.oid, 'member')) as owner,
      (select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relowner = r.oid and c.relkind in ('r', 'p') and n.nspname = 'public' limit 1) as table
    from pg_roles r where r.rolname = current_user`);
  const found = rows[0];
  if (!found) throw new UnsafeRoleError('The database does not say who we are');
  const refuse = (why: string): never => {
    throw new UnsafeRoleError(`Refusing to serve as ${found.role}: ${why}. Use plimsoll_app or plimsoll_projector`);
  };
  if (found.superuser) refuse('it is a superuser');
  if (found.bypass) refuse('it bypasses row-level security');
  if (found.owner) refuse('it can act as the owner of the tables');
  if (found.table) refuse(`it owns the table ${found.table}`);
}
