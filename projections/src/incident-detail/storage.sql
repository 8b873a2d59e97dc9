-- Rows of usual length stay as they are: compressing them costs more than writing them.
alter table incident_detail_v1 set (toast_tuple_target = 4080);
