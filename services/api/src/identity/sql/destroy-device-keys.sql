-- Of a person who is erased the key of what browsers keep is destroyed too.
grant delete on device_keys to plimsoll_app;
