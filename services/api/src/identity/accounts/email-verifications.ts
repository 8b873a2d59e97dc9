/** For so long a sign-up, or an address that was added to an account, waits to be verified. */
export const PENDING = "interval '30 days'";
/** For so long the link of a mail verifies an address. */
export const LINK_HOLDS = "interval '24 hours'";
/** More than one call can leave behind, so that tables never grow by what is over. */
export const SWEPT_AT_ONCE = 5;

/** Takes out some links that are over, in the statement that writes another. */
export const SWEEP_LINKS = `delete from email_verifications where guid in (
  select guid from email_verifications where asked_at < clock_timestamp() - ${LINK_HOLDS} order by asked_at limit ${SWEPT_AT_ONCE} for update skip locked)`;

/** Keeps that a link has verified its address. */
export const KEEP_VERIFIED =
  'update email_verifications set verified_at = clock_timestamp() where guid = $1 and verified_at is null';
