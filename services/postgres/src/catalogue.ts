import pg from 'pg';

/** What the tables of a database must satisfy, in addition to row-level security. */
export interface CatalogueExpectations {
  /**
   * Tables without a tenant column, which row-level security does not partition, each with the reason; those outside
   * the schema `public` by schema and name.
   */
  readonly withoutTenant: Readonly<Record<string, string>>;
  /** Tables that only a SECURITY DEFINER function writes: login roles may not insert, update or delete there. */
  readonly writtenByFunctions: readonly string[];
}

interface TableRow {
  name: string;
  owner: string;
  has_tenant: boolean;
  enabled: boolean;
  forced: boolean;
  policies: number;
  granted: string[];
}

/**
 * Checks all tables, and the views and SECURITY DEFINER functions of the schema `public`, for anything that would let
 * one tenant see another or let a login role alter the log.
 * @param adminUrl of a database with all migrations that are to be checked.
 * @returns the errors found; empty if there are none.
 */
export async function catalogueErrors(adminUrl: string, expected: CatalogueExpectations): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return [
      ...(await tableErrors(client, expected)),
      ...(await viewErrors(client)),
      ...(await functionErrors(client)),
      ...(await roleErrors(client, expected)),
    ];
  } finally {
    await client.end();
  }
}

async function tableErrors(client: pg.Client, { withoutTenant }: CatalogueExpectations): Promise<string[]> {
  const { rows } = await client.query<TableRow>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name, pg_get_userbyid(c.relowner) as owner, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped) as has_tenant,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
      array(select role from unnest(array['plimsoll_app', 'plimsoll_projector']) as role
            where has_table_privilege(role, c.oid, 'select, insert, update, delete')) as granted
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' and c.relkind in ('r', 'p')
    order by n.nspname, c.relname`);
  const errors: string[] = [];
  for (const table of rows) {
    if (table.has_tenant) {
      if (!table.enabled || !table.forced) errors.push(`${table.name} has a tenant and no forced row-level security`);
      if (table.policies === 0 && table.granted.length > 0) errors.push(`${table.name} has a tenant and no policy`);
    } else if (!(table.name in withoutTenant)) {
      errors.push(`${table.name} has no tenant and is not among the permitted exceptions`);
    }
    if (['plimsoll_app', 'plimsoll_projector', 'plimsoll_append'].includes(table.owner))
      errors.push(`${table.name} belongs to ${table.owner}`);
  }
  for (const name of Object.keys(withoutTenant)) {
    if (rows.some((table) => table.name === name && table.has_tenant))
      errors.push(`${name} is excepted, but has a tenant`);
  }
  return errors;
}

/** A view reads with the rights of its owner unless it says otherwise, and no policy may apply to that owner. */
async function viewErrors(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; kind: string }>(`
    select c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and (c.relkind = 'm' or c.relkind = 'v' and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on'])`);
  return rows.map(({ name, kind }) =>
    kind === 'm'
      ? `${name} is a materialized view, which row-level security does not reach`
      : `the view ${name} is not security_invoker`,
  );
}

async function functionErrors(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; owner: string; path: boolean; everybody: boolean }>(`
    select p.proname as name, pg_get_userbyid(p.proowner) as owner,
      exists (select from unnest(p.proconfig) as setting where setting like 'search_path=%') as path,
      has_function_privilege('public', p.oid, 'execute') as everybody
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosecdef`);
  return rows.flatMap(({ name, owner, path, everybody }) => [
    ...(owner === 'plimsoll_append' ? [] : [`${name} acts as ${owner}`]),
    ...(path ? [] : [`${name} has no fixed search_path`]),
    ...(everybody ? [`everybody may call ${name}`] : []),
  ]);
}

async function roleErrors(client: pg.Client, { writtenByFunctions }: CatalogueExpectations): Promise<string[]> {
  const { rows } = await client.query<{ role: string; name: string; privilege: string }>(
    `
    select role, name, privilege
    from unnest(array['plimsoll_app', 'plimsoll_projector', 'public']) as role,
      unnest($1::text[]) as name, unnest(array['insert', 'update', 'delete', 'truncate']) as privilege
    where has_table_privilege(role, 'public.' || name, privilege)
    union all
    select role.name, 'the database', 'a role that bypasses row-level security'
    from pg_roles r join unnest(array['plimsoll_owner', 'plimsoll_append', 'plimsoll_app', 'plimsoll_projector']) as role(name) on role.name = r.rolname
    where r.rolsuper or r.rolbypassrls`,
    [writtenByFunctions],
  );
  return rows.map(({ role, name, privilege }) => `${role} has ${privilege} on ${name}`);
}
