-- What a person reads of their sessions: in which kind of browser one began, without any address, and how they showed who
-- they are. Those from before began with a password or a link; nobody wrote down which.
alter table sessions
  add column device text,
  add column method text not null default 'PASSWORD' check (method in ('PASSWORD', 'EMAIL_LINK', 'TOTP', 'PASSKEY', 'RECOVERY_CODE')),
  drop constraint sessions_revoked_because_check,
  add constraint sessions_revoked_because_check check (revoked_because in ('SIGNED_OUT', 'SIGNED_IN_AGAIN', 'TOKEN_REUSED', 'PASSWORD_CHANGED', 'FACTORS_RESET'));
alter table sessions alter column method drop default;

-- The one token of a session that is not replaced yet says when it was last seen.
create index refresh_tokens_in_use on refresh_tokens (session_guid) where replaced_at is null;
