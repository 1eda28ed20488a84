drop table if exists wallet_nonces, wallet_offers;
