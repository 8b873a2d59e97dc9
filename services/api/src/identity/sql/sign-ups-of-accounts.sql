-- What somebody filled in when they signed up is asked for by their account.
create index sign_ups_of_account on sign_ups (user_guid);
