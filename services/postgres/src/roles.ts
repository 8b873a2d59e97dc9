import pg from 'pg';

export class UnsafeRoleError extends Error {
  override readonly name = 'UnsafeRoleError';
}

export type LoginRole = 'plimsoll_app' | 'plimsoll_projector';

/** Lets a role log in with this password from now on. */
export async function setRolePassword(adminUrl: string, role: LoginRole, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'plimsoll roles' });
  await client.connect();
  try {
    await client.query(`alter role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
}

/**
 * Refuses to serve as a role that row-level security would not hold: a superuser, one with BYPASSRLS,
 * an owner of tables, or one that can become the owner of the tables or of the append function.
 * @throws UnsafeRoleError that says which.
 */
export async function refuseUnsafeRole(database: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await database.query<{ role: string; superuser: boolean; bypass: boolean; owner: boolean; table: string | null }>(`
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
