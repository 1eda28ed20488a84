import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Role, rolesQuery } from '../api/queries/roles';

/** The names of roles: translated for built-in ones, as written by the department for others. */
export function useRoleName() {
  const { t } = useTranslation();
  const { data } = useQuery(rolesQuery());
  const nameOf = (role: Pick<Role, 'id' | 'name' | 'built_in'>): string =>
    role.built_in ? t(`team.role.${role.id}` as ParseKeys) : role.name;
  const ofMember = ({ role_id }: { role_id: string }): string => {
    const role = data?.roles.find(({ id }) => id === role_id);
    return role ? nameOf(role) : role_id === '' ? t('team.role.partial') : '';
  };
  return { roles: data?.roles, nameOf, ofMember };
}
