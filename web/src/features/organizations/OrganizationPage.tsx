import { Button, Select, Stack } from '@mantine/core';
import { IconPencil, IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDepartment } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import {
  addAdministrator,
  createDepartment,
  type Organization,
  organizationsQuery,
  renameOrganization,
} from './api';
import { DepartmentsPanel } from './DepartmentsPanel';
import { NamesDialog } from './NamesDialog';
import { PeoplePanel } from './PeoplePanel';

/** The departments and people of an organization, for those who administer it. */
export function Component() {
  const { t } = useTranslation();
  const department = useDepartment();
  const { data, error, refetch } = useQuery(organizationsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <PageSkeleton />;
  const here = data.find((one) => one.department_ids.includes(department.id));
  const current = data.find((one) => String(one.id) === chosen) ?? here ?? data[0];
  if (!current)
    return (
      <>
        <PageHeader title={t('organizations.title')} subtitle={t('organizations.subtitle')} />
        <EmptyState title={t('organizations.none')} description={t('organizations.noneText')} />
      </>
    );
  return (
    <>
      {data.length > 1 && (
        <Select
          label={t('organizations.choose')}
          data={data.map(({ id, name }) => ({ value: String(id), label: name || t('departments.unnamed') }))}
          value={String(current.id)}
          onChange={setChosen}
          allowDeselect={false}
          maw={320}
          mb="md"
        />
      )}
      <OrganizationView key={current.id} organization={current} all={data} />
    </>
  );
}

function OrganizationView({ organization, all }: { organization: Organization; all: Organization[] }) {
  const { t } = useTranslation();
  const { id, name } = organization;
  const [open, setOpen] = useState<'rename' | 'department' | 'administrator' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={name || t('departments.unnamed')}
        subtitle={t('organizations.subtitle')}
        action={
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setOpen('rename')}
            >
              {t('organizations.rename.action')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpen('department')}
            >
              {t('organizations.newDepartment.action')}
            </Button>
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => setOpen('administrator')}
            >
              {t('organizations.addAdministrator.action')}
            </Button>
          </>
        }
      />
      <Stack gap="md">
        <DepartmentsPanel organization={organization} all={all} />
        <PeoplePanel organization={organization} />
      </Stack>
      {open === 'rename' && (
        <NamesDialog
          title={t('organizations.rename.action')}
          submit={t('organizations.rename.submit')}
          initial={name}
          onSave={(values) => renameOrganization(id, values.name)}
          done={t('organizations.rename.done')}
          onClose={close}
        />
      )}
      {open === 'department' && (
        <NamesDialog
          title={t('organizations.newDepartment.action')}
          submit={t('organizations.newDepartment.submit')}
          help={t('organizations.newDepartment.help')}
          onSave={(values) => createDepartment(id, values.name)}
          done={t('organizations.newDepartment.done')}
          onClose={close}
        />
      )}
      {open === 'administrator' && (
        <NamesDialog
          title={t('organizations.addAdministrator.action')}
          submit={t('organizations.addAdministrator.submit')}
          help={t('organizations.addAdministrator.help')}
          withEmail
          onSave={(values) => addAdministrator(id, values)}
          done={t('organizations.addAdministrator.done')}
          onClose={close}
        />
      )}
    </>
  );
}
