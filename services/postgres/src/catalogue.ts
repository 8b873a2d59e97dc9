import pg from 'pg';

/** What the tables of an installation are held to besides row-level security. */
export interface CatalogueExpectations {
  /** Tables without a tenant column, which row-level security therefore does not divide, each with the reason; those of other schemas than `public` by schema and name. */
  readonly withoutTenant: Readonly<Record<string, string>>;
  /** Tables that only a SECURITY DEFINER function writes: no role that logs in may insert, update or delete there. */
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
 * Looks at every table of the product, and at every view and SECURITY DEFINER function of the schema `public`, and says what would let one tenant
 * see another, or let a role that logs in alter the log. An empty answer is a pass.
 * @param adminUrl of a database with all migrations that are to be looked at.
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

/** A view reads as its owner unless it says otherwise, and its owner may not be held by any policy. */
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
