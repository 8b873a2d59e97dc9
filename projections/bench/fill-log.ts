import pg from 'pg';

/** The guid of the n-th organization, from 0. */
export const tenantGuid = (n: number): string => `0199b000-0000-7000-8000-${(1 + n).toString(16).padStart(12, '0')}`;
/** The last day on which events occur. */
export const TODAY = '2026-07-15';
const REPORTERS = 500;
const MONTHS = 60;

/** The guid of the n-th reporter. */
export const reporterGuid = (n: number): string =>
  `0199b000-0000-7000-8000-${(1_000_000 + (n % REPORTERS)).toString(16).padStart(12, '0')}`;

const metadata = `jsonb_build_object(
  'commandId', md5('c' || n)::uuid, 'correlationId', md5('c' || n)::uuid, 'causationId', null, 'actor', jsonb_build_object('userGuid', reporter, 'kind', 'USER'),
  'onBehalfOf', null, 'client', jsonb_build_object('product', 'bench', 'device', 'SERVER'), 'at', '2026-07-01T12:00:00.000Z', 'traceparent', null)`;

/**
 * Incidents of five events each: reported (every tenth with an injured person, every third by a form of leading
 * events), amended to another day (every seventh), then as many steps through review and approval as events are left;
 * every twentieth is finally deleted.
 */
const INCIDENTS = `
  insert into events (tenant, position, kind, stream, revision, number, recorded_at, size, hash, body)
  select $1::uuid, before + n, 'incident', md5('incident ' || k)::uuid, step, case when step = 1 then k end, now(), 1, sha256(n::text::bytea),
    jsonb_build_object('id', md5('e' || n)::uuid, 'type', type, 'schemaVersion', 1, 'metadata', ${metadata}, 'data', case type
      when 'IncidentReported' then jsonb_build_object(
        'reporterGuid', reporter, 'enteredByGuid', reporter, 'occurrenceDate', happened, 'occurrenceTime', '14:05', 'timeZone', 'America/Edmonton',
        'form', jsonb_build_object('formGuid', md5('form')::uuid, 'version', 1, 'name', 'Injury', 'workflow', 'REVIEW_AND_APPROVAL', 'isSensitive', true,
          'isLeading', k % 3 = 0, 'trifContributor', k % 10 = 1, 'ltifContributor', false, 'mvifContributor', k % 25 = 2),
        'injuredPersons', case when k % 10 = 1 then jsonb_build_array(jsonb_build_object('injuredPersonGuid', md5('i' || k)::uuid, 'name', 'Somebody',
          'userAccountGuid', null, 'personType', 'EMPLOYEE', 'classification', (array['FIRST_AID', 'MEDICAL_AID', 'LOST_TIME'])[1 + k % 3],
          'nature', null, 'bodyPart', null, 'source', null, 'event', null, 'treatment', null, 'daysAway', null, 'daysRestricted', null)) else '[]' end,
        'relatedPersons', '[]'::jsonb, 'components', '[]'::jsonb, 'reportingGroupGuid', null, 'worksiteGuid', null, 'regionGuid', null, 'location', 'Bay 3',
        'description', 'A pallet slid from the forks while it was being turned, and stopped against the guard rail of the walkway.', 'immediateActions', null)
      when 'IncidentAmended' then jsonb_build_object('occurrenceDate', happened - 40)
      when 'ReviewRequested' then jsonb_build_object('reviewerGuid', reporter)
      when 'IncidentReviewed' then jsonb_build_object('severity', 2, 'likelihood', 3, 'comment', null)
      when 'ApprovalRequested' then jsonb_build_object('approverGuid', reporter)
      when 'IncidentApproved' then jsonb_build_object('approvedRevision', 4, 'comment', null, 'signature', null)
      else '{}' end)::text
  from (
    select n, k, step, $3::bigint as before, ('0199b000-0000-7000-8000-' || lpad(to_hex(1000000 + k % ${REPORTERS}), 12, '0'))::uuid as reporter,
      '${TODAY}'::date - (k * 37 % (${MONTHS} * 30))::integer as happened,
      case when step = 1 then 'IncidentReported' when step = 2 and k % 7 = 0 then 'IncidentAmended' when step = 5 and k % 20 = 0 then 'IncidentDeleted'
        else (array['ReviewRequested', 'IncidentReviewed', 'ApprovalRequested', 'IncidentApproved'])[step - 1 - (k % 7 = 0)::integer] end as type
    from (select n, (n - 1) / 5 as k, ((n - 1) % 5 + 1)::integer as step from generate_series(1, $2::bigint) n) numbered) told`;

/** Hours and kilometres of each month, and limits of each year. */
const FIGURES = `
  insert into events (tenant, position, kind, stream, revision, recorded_at, size, hash, body)
  select $1::uuid, n, case when n > ${MONTHS} then 'load-lines' else 'monthly-metrics' end, md5('figures ' || n)::uuid, 1, now(), 1, sha256(n::text::bytea),
    jsonb_build_object('id', md5('f' || n)::uuid, 'type', case when n > ${MONTHS} then 'LoadLinesSet' else 'MonthlyMetricsRecorded' end, 'schemaVersion', 1, 'metadata', ${metadata},
      'data', case when n > ${MONTHS} then jsonb_build_object('year', 2020 + n - ${MONTHS}, 'trif', 3.5, 'ltif', 1, 'mvif', 2)
        else jsonb_build_object('yearMonth', to_char('${TODAY}'::date - make_interval(months => n::integer), 'YYYY-MM'), 'employeeHours', 80000.25, 'contractorHours', 20000.5,
          'employeeKms', 120000, 'contractorKms', 30000, 'employeeCount', 500, 'contractorCount', 120, 'notes', null) end)::text
  from (select n, '${reporterGuid(0)}'::uuid as reporter from generate_series(1, ${MONTHS + 6}) n) told`;

/**
 * Fills an empty log with `events` events per organization, by SQL: five years of incidents, hours and limits. The
 * hashes form no chain, since only reading is measured.
 * @param adminUrl a superuser of a migrated database.
 */
export async function fillLog(adminUrl: string, events: number, organizations = 1): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const figures = MONTHS + 6;
    for (let n = 0; n < organizations; n++) {
      const tenant = tenantGuid(n);
      await client.query(FIGURES, [tenant]);
      await client.query(INCIDENTS, [tenant, events - figures, figures]);
      await client.query("insert into tenant_heads (tenant, position, hash) select $1, $2, sha256('')", [
        tenant,
        events,
      ]);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
