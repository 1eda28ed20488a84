import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { selectDepartment, useSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { Panel } from '../../ui/Panel';
import { addDepartment, archiveDepartment, type Organization, organizationQuery, type Place } from './api';
import { MergeDialog } from './MergeDialog';
import { useOrganizationChange } from './useOrganizationChange';

/** The departments of an organization, and how those of the user's other organizations come to it. */
export function DepartmentsPanel({ organization, all }: { organization: Organization; all: Organization[] }) {
  const { t } = useTranslation();
  const { data } = useQuery(organizationQuery(organization.id));
  return (
    <Panel title={t('organizations.departments')} description={t('organizations.departmentsLead')}>
      <Stack gap="xs" component="ul" m={0} p={0}>
        {data?.departments.map((one) => (
          <DepartmentRow
            key={one.id}
            organization={organization}
            department={one}
            others={data.departments.filter((other) => other.id !== one.id && !other.archived_at)}
          />
        ))}
      </Stack>
      <MoveHere organization={organization} all={all} />
    </Panel>
  );
}

interface DepartmentRowProps {
  organization: Organization;
  department: Place;
  others: Place[];
}

function DepartmentRow({ organization, department, others }: DepartmentRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const current = useSession((state) => state.session?.department?.id);
  const name = department.name || t('departments.unnamed');
  const [merging, setMerging] = useState(false);
  const actions = useDepartmentActions(organization, department);
  if (others.length > 0 && !department.archived_at)
    actions.push({
      key: 'merge',
      label: t('organizations.merge.action'),
      icon: IconArrowMerge,
      run: () => setMerging(true),
    });
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
          {department.archived_at &&
            ` · ${t('organizations.archive.since', { when: format.date(department.archived_at) })}`}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {department.id === current ? (
          <Text size="sm" c="dimmed">
            {t('organizations.here')}
          </Text>
        ) : (
          <EnterButton id={department.id} name={name} />
        )}
        <ActionMenu label={t('organizations.actionsOf', { name: isolate(name) })} actions={actions} />
        {merging && (
          <MergeDialog
            organization={organization}
            department={department}
            others={others}
            onClose={() => setMerging(false)}
          />
        )}
      </Group>
    </Group>
  );
}

function EnterButton({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const enter = async () => {
    await selectDepartment(id);
    await navigate('/');
  };
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('organizations.enterNamed', { name: isolate(name) })}
      onClick={() => void enter().catch(() => undefined)}
    >
      {t('organizations.enter')}
    </Button>
  );
}

function useDepartmentActions(organization: Organization, department: Place): Action[] {
  const { t } = useTranslation();
  const run = useOrganizationChange();
  const name = isolate(department.name || t('departments.unnamed'));
  const archive = async () => {
    const sure = await dialog.confirm({
      title: t('organizations.archive.title', { name }),
      body: t('organizations.archive.body'),
      confirmLabel: t('organizations.archive.action'),
    });
    if (!sure) return;
    await run(
      () => archiveDepartment(organization.id, department.id, true),
      t('organizations.archive.done', { name }),
    );
  };
  const restore = () =>
    run(
      () => archiveDepartment(organization.id, department.id, false),
      t('organizations.restore.done', { name }),
    );
  if (department.archived_at)
    return [
      {
        key: 'restore',
        label: t('organizations.restore.action'),
        icon: IconArchiveOff,
        run: () => void restore(),
      },
    ];
  return [
    {
      key: 'archive',
      label: t('organizations.archive.action'),
      icon: IconArchive,
      run: () => void archive(),
    },
  ];
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
