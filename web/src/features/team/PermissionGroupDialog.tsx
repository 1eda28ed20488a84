import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { invalidate, PERMISSION_GROUPS, TEAM } from '../../api/queries/keys';
import type { PermissionGroup } from '../../api/queries/roles';
import { maxLength, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { savePermissionGroup, teamQuery } from './api';
import { PermissionsField } from './PermissionsField';
import { TargetsField } from './TargetsField';

const LEVELS = ['viewer', 'drafter', 'issuer', 'manager'] as const;
const SCOPES = ['all', 'groups', 'tags', 'collections'] as const;

interface PermissionGroupDialogProps {
  /** The permission group to edit. Without it, a new one is created. */
  group?: PermissionGroup;
  grantable: readonly string[];
  onClose: () => void;
}

/** Creates or edits a permission group. */
export function PermissionGroupDialog({ group, grantable, onClose }: PermissionGroupDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const warn = useWarning();
  const [permissions, setPermissions] = useState<string[]>(group?.permissions ?? []);
  const form = useForm<Omit<PermissionGroup, 'id' | 'permissions'>>({
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      level: group?.level ?? 'viewer',
      scope: group?.scope ?? 'all',
      targets: group?.targets ?? [],
      member_ids: group?.member_ids ?? [],
    },
    labels: {
      name: t('team.groups.form.name'),
      description: t('team.groups.form.description'),
      level: t('team.groups.form.level'),
      scope: t('team.groups.form.scope'),
      targets: t('team.groups.form.targets'),
      member_ids: t('team.groups.form.members'),
    },
    rules: { name: [required, maxLength(100)], description: [maxLength(1000)] },
  });
  const save = form.submit(async (values) => {
    const targets = values.scope === 'all' ? [] : values.targets;
    try {
      await savePermissionGroup(group?.id, { ...values, name: values.name.trim(), targets, permissions });
    } catch (error) {
      warn(error);
      throw error;
    }
    toast.success(t('team.groups.saved'));
    onClose();
    await invalidate(queries, PERMISSION_GROUPS, TEAM);
  });
  const scope = form.field('scope');
  const level = form.field('level');
  return (
    <Modal opened onClose={onClose} title={t(group ? 'team.groups.edit' : 'team.groups.new')} size="lg">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} data-autofocus dir="auto" />
          <TextareaField field={form.field('description')} dir="auto" />
          <SelectField
            field={{ ...level, required: true }}
            description={t(`team.groups.levelHelp.${level.value}`)}
            data={LEVELS.map((value) => ({ value, label: t(`team.groups.level.${value}`) }))}
          />
          <SelectField
            field={{
              ...scope,
              required: true,
              onChange: (value) => {
                scope.onChange(value);
                form.field('targets').onChange([]);
              },
            }}
            data={SCOPES.map((value) => ({ value, label: t(`team.groups.scope.${value}`) }))}
          />
          {scope.value !== 'all' && (
            <TargetsField key={scope.value} field={form.field('targets')} scope={scope.value} />
          )}
          <Members field={form.field('member_ids')} />
          <PermissionsField
            label={t('team.groups.form.permissions')}
            description={t('team.groups.form.permissionsHelp')}
            grantable={grantable}
            value={permissions}
            onChange={setPermissions}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('ui.form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface MembersField {
  label: string;
  name: string;
  error?: string | undefined;
  value: number[];
  onChange: (ids: number[]) => void;
}

const MOST_MEMBERS = 1000;
const TYPING_PAUSE = 200;

function Members({ field }: { field: MembersField }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), TYPING_PAUSE);
  const first = useQuery(teamQuery({ page: 1, page_size: MOST_MEMBERS, sort: 'name' }));
  const many = (first.data?.meta.total_count ?? 0) > MOST_MEMBERS;
  const found = useQuery({
    ...teamQuery({ page: 1, page_size: MOST_MEMBERS, sort: 'name', query: typed }),
    enabled: many && typed !== '',
  });
  const known = [...(first.data?.team_members ?? []), ...(found.data?.team_members ?? [])];
  const members = [...new Map(known.map((one) => [one.id, one])).values()].filter(
    ({ status }) => status === 'active',
  );
  const unknown = field.value.filter((id) => !members.some((one) => one.id === id));
  return (
    <MultiSelect
      label={field.label}
      name={field.name}
      error={field.error}
      searchable
      onSearchChange={setSearch}
      hidePickedOptions
      nothingFoundMessage={t('team.groups.none')}
      data={[
        ...members.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` })),
        ...unknown.map((id) => ({ value: String(id), label: String(id) })),
      ]}
      value={field.value.map(String)}
      onChange={(ids) => field.onChange(ids.map(Number))}
    />
  );
}

/** Says why nothing was saved. Errors of other fields appear on them. */
function useWarning() {
  const { t } = useTranslation();
  return (error: unknown) => {
    const { code, status } = error instanceof ApiError ? error : { code: '', status: 0 };
    if (code === 'permission_group.name_taken') {
      void dialog.warning({
        title: t('alerts.permissionGroupDuplicate.title'),
        body: t('alerts.permissionGroupDuplicate.body'),
      });
    } else if (status === 0 || status >= 500) {
      void dialog.warning({
        title: t('alerts.permissionGroupNotSaved.title'),
        body: t('alerts.permissionGroupNotSaved.body'),
      });
    }
  };
}
