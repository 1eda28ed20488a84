import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { groupChoicesQuery } from '../../api/queries/groups';
import type { Credential } from './api';

interface GroupFieldProps {
  credential: Credential;
  label: string;
  description?: string;
  /** Excludes the credential's current group. */
  others?: boolean;
  value: number | null;
  error?: string;
  onChange: (id: number) => void;
}

/** Selects a group to which credentials can be added. */
export function GroupField({ credential, others, value, onChange, ...rest }: GroupFieldProps) {
  const { data } = useQuery(groupChoicesQuery('', { page_size: 200 }));
  const groups = (data ?? []).filter(
    ({ id, state, primary_design_id }) =>
      state === 'active' && primary_design_id !== null && !(others && id === credential.group_id),
  );
  return (
    <Select
      {...rest}
      searchable
      openOnFocus={false}
      data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(next) => next !== null && onChange(Number(next))}
      data-autofocus
    />
  );
}
