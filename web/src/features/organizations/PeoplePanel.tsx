import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconShield, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { addAdministrator, type Organization, type Person, peopleQuery, removeAdministrator } from './api';
import { useOrganizationChange } from './useOrganizationChange';

/** Everybody in the departments of an organization, and who was invited to administer it. */
export function PeoplePanel({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const list = useListState();
  const { data, error, refetch } = useQuery(peopleQuery(organization.id, list.params));
  const columns = useColumns(organization);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <section aria-label={t('organizations.people')}>
      <ListToolbar list={list} searchLabel={t('organizations.search')} />
      <DataTable
        label={t('organizations.people')}
        rows={data?.people}
        rowId={(person) => person.id}
        list={list}
        meta={data?.meta}
        columns={columns}
        empty={<EmptyState title={t('organizations.nobodyFound')} />}
      />
    </section>
  );
}

function useColumns(organization: Organization): Column<Person>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const actions = useActions(organization);
  return [
    {
      key: 'name',
      header: t('team.form.name'),
      sort: 'name',
      render: (person) => (
        <>
          <bdi>{person.name}</bdi>
          <Text size="xs" c="dimmed">
            <bdi>{person.email}</bdi>
          </Text>
        </>
      ),
    },
    {
      key: 'organization',
      header: t('organizations.role.label'),
      sort: 'organization_permission_group',
      render: (person) => (
        <>
          {t(`organizations.role.${person.organization_role}`)}
          {person.status !== 'active' && (
            <Text size="xs" c="dimmed" component="div">
              <StateDot tone={person.status === 'expired' ? 'bad' : 'quiet'}>
                {t(`team.status.${person.status}`)}
              </StateDot>
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'departments',
      header: t('organizations.departments'),
      wideOnly: true,
      render: (person) => (
        <Stack gap={0}>
          {person.departments.map((one) => (
            <Text key={one.id} size="sm">
              {t('organizations.inDepartment', {
                department: isolate(one.name || t('departments.unnamed')),
                role: one.role_id.match(/^\d/)
                  ? isolate(one.role_name)
                  : t(`team.role.${one.role_name}` as ParseKeys),
              })}
            </Text>
          ))}
        </Stack>
      ),
    },
    {
      key: 'groups',
      header: t('team.groups.title'),
      sort: 'permission_group',
      wideOnly: true,
      render: (person) => (
        <bdi>{format.list([...new Set(person.departments.flatMap((one) => one.permission_groups))])}</bdi>
      ),
    },
    {
      key: 'seen',
      header: t('team.lastSeen'),
      sort: 'last_seen',
      wideOnly: true,
      render: (person) => person.last_seen_at && format.relative(person.last_seen_at),
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('team.actions')}</VisuallyHidden>,
      align: 'end',
      render: (person) => (
        <ActionMenu label={t('team.menu', { name: isolate(person.name) })} actions={actions(person)} />
      ),
    },
  ];
}

function useActions({ id }: Organization): (person: Person) => Action[] {
  const { t } = useTranslation();
  const run = useOrganizationChange();
  const ask = async (person: Person, how: 'add' | 'remove' | 'cancel', change: () => Promise<unknown>) => {
    const name = isolate(person.name);
    const sure = await dialog.confirm({
      title: t(`organizations.${how}.title`, { name }),
      body: t(`organizations.${how}.body`),
      confirmLabel: t(`organizations.${how}.action`),
      danger: how !== 'add',
    });
    if (sure) await run(change, t(`organizations.${how}.done`, { name }));
  };
  return (person) => {
    if (person.organization_role === 'member') {
      const add = () => addAdministrator(id, { name: person.name, email: person.email });
      return [
        {
          key: 'add',
          label: t('organizations.add.action'),
          icon: IconShield,
          run: () => void ask(person, 'add', add),
        },
      ];
    }
    const how = person.status === 'active' ? 'remove' : 'cancel';
    const remove = () => removeAdministrator(id, person.id);
    return [
      {
        key: how,
        label: t(`organizations.${how}.action`),
        icon: IconTrash,
        danger: true,
        run: () => void ask(person, how, remove),
      },
    ];
  };
}
