-- Most streams have one key, their own, which its primary key finds; so reporting an incident writes one index entry less.
drop index subject_keys_stream;
create index subject_keys_stream on subject_keys (tenant, stream) where subject <> stream;
