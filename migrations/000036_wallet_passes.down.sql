drop table wallet_registrations;
drop table wallet_passes;
