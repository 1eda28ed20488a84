-- Tells whether a credential has evidence that its issuer stands for; groups may require some before anything is published.
create function has_evidence(of_department bigint, of_credential bigint) returns boolean language sql stable as $$
	select exists (select from evidence_items
		where department_id = of_department and credential_id = of_credential and state = 'accepted' and scan <> 'blocked');
$$;
