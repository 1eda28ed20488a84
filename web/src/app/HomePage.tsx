import { useTranslation } from 'react-i18next';
import { useDepartment, useSession } from '../api/session';
import { PageHeader } from '../ui/PageHeader';

/** The first page of a department. */
export function Component() {
  const { t } = useTranslation();
  const department = useDepartment();
  const name = useSession((state) => state.session?.user.name);
  return (
    <PageHeader title={department.name || t('departments.unnamed')} subtitle={t('home.welcome', { name })} />
  );
}
