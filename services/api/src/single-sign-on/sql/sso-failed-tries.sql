-- When an administrator's try last failed. The failed check is in the sealed content.
alter table sso_requests add column failed_at timestamptz;
