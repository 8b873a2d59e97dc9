-- The public keys that checkpoints were signed by, each with the signature of a key that takes it for one of ours: of itself
-- when it first signs, and of a key that comes after it. Whoever writes SQL can add a key, and no signature of ours.
create table checkpoint_keys (
  key_id text not null,
  public_key bytea not null,
  vouched_by text not null,
  signature bytea not null,
  vouched_at timestamptz not null default clock_timestamp(),
  primary key (key_id, vouched_by)
);

comment on column checkpoint_keys.public_key is 'the 32 bytes of an Ed25519 public key';

alter table checkpoint_keys owner to plimsoll_owner;
grant select on checkpoint_keys to plimsoll_app;
grant select, insert on checkpoint_keys to plimsoll_projector;
