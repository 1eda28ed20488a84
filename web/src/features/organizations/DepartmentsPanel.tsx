import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { selectDepartment, useSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { Panel } from '../../ui/Panel';
import { addDepartment, type Organization, organizationQuery, type Place } from './api';
import { useOrganizationChange } from './useOrganizationChange';

/** The departments of an organization, and how those of the user's other organizations come to it. */
export function DepartmentsPanel({ organization, all }: { organization: Organization; all: Organization[] }) {
  const { t } = useTranslation();
  const { data } = useQuery(organizationQuery(organization.id));
  return (
    <Panel title={t('organizations.departments')} description={t('organizations.departmentsLead')}>
      <Stack gap="xs" component="ul" m={0} p={0}>
        {data?.departments.map((one) => (
          <DepartmentRow key={one.id} department={one} />
        ))}
      </Stack>
      <MoveHere organization={organization} all={all} />
    </Panel>
  );
}

function DepartmentRow({ department }: { department: Place }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const current = useSession((state) => state.session?.department?.id);
  const name = department.name || t('departments.unnamed');
  const enter = async () => {
    await selectDepartment(department.id);
    await navigate('/');
  };
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md">
      <div>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {t('organizations.members', {
            count: department.members_count,
            number: format.number(department.members_count),
          })}
        </Text>
      </div>
      {department.id === current ? (
        <Text size="sm" c="dimmed">
          {t('organizations.here')}
        </Text>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('organizations.enterNamed', { name: isolate(name) })}
          onClick={() => void enter().catch(() => undefined)}
        >
          {t('organizations.enter')}
        </Button>
      )}
    </Group>
  );
}

/** Moves a department of another organization of the user here. */
function MoveHere({ organization, all }: { organization: Organization; all: Organization[] }) {
  const { t } = useTranslation();
  const run = useOrganizationChange();
  const departments = useSession((state) => state.session?.departments) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const elsewhere = new Set(
    all.filter(({ id }) => id !== organization.id).flatMap((one) => one.department_ids),
  );
  const data = departments
    .filter(({ id }) => elsewhere.has(id))
    .map(({ id, name }) => ({ value: String(id), label: name || t('departments.unnamed') }));
  if (data.length === 0) return null;
  const move = async () => {
    const name = isolate(data.find(({ value }) => value === chosen)?.label ?? '');
    const sure = await dialog.confirm({
      title: t('organizations.move.title', { name }),
      body: t('organizations.move.body'),
      confirmLabel: t('organizations.move.action'),
    });
    if (!sure) return;
    await run(() => addDepartment(organization.id, Number(chosen)), t('organizations.move.done', { name }));
    setChosen(null);
  };
  return (
    <Group align="flex-end" gap="xs" mt="md">
      <Select
        label={t('organizations.move.label')}
        description={t('organizations.move.help')}
        data={data}
        value={chosen}
        onChange={setChosen}
        searchable
        maw={320}
      />
      <Button variant="default" disabled={!chosen} onClick={() => void move()}>
        {t('organizations.move.action')}
      </Button>
    </Group>
  );
}
