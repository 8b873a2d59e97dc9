-- Verifying reads the reservations of one organization at a time. The time of this migration also says since when this
-- database has had a version that reserves announced files and places under limits: earlier ones may have no reservation.
create policy tenant_verifies on reservations for select to plimsoll_projector using (tenant = (select current_tenant()));

grant select on reservations to plimsoll_projector;
