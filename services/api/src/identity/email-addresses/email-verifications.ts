/** How long a sign-up, or an added address, may stay unverified. */
export const PENDING = "interval '30 days'";
/** How long a mail's link is valid. */
export const LINK_HOLDS = "interval '24 hours'";
/** More rows than a call can add, so that expired rows never accumulate. */
export const SWEPT_AT_ONCE = 5;

/** Deletes some expired links in the statement that writes another. */
export const SWEEP_LINKS = `delete from email_verifications where guid in (
  select guid from email_verifications where asked_at < clock_timestamp() - ${LINK_HOLDS} order by asked_at limit ${SWEPT_AT_ONCE} for update skip locked)`;

/** Records that a link has verified its address. */
export const RECORD_VERIFIED =
  'update email_verifications set verified_at = clock_timestamp() where guid = $1 and verified_at is null';
