import { Anchor, Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { EMAIL_SETTINGS, invalidate } from '../../../api/queries/keys';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { maxLength, required } from '../../../lib/validation';
import { ActionMenu } from '../../../ui/ActionMenu';
import { Modal } from '../../../ui/dialog/Modal';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorPage } from '../../../ui/ErrorPage';
import { FormProblems } from '../../../ui/form/FormProblems';
import { SelectField, TextField } from '../../../ui/form/fields';
import { useForm } from '../../../ui/form/useForm';
import { useListState } from '../../../ui/list/useListState';
import { Panel } from '../../../ui/Panel';
import { type Column, DataTable } from '../../../ui/table/DataTable';
import { EmailPage } from '../EmailPage';
import { createTemplate, type Template, templatePath, templatesQuery } from './api';
import { State } from './State';
import { useTemplateActions } from './useTemplateActions';
import { TYPES, typeName } from './words';

/** The email templates of the department. */
export function Component() {
  return <EmailPage tab="templates">{() => <Templates />}</EmailPage>;
}

function Templates() {
  const { t } = useTranslation();
  const list = useListState();
  const { data, error, refetch } = useQuery(templatesQuery());
  const [creating, setCreating] = useState(false);
  const columns = useColumns();
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('emailTemplates.new')}
    </Button>
  );
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  const none = data?.email_templates.length === 0;
  return (
    <Panel
      title={t('emailTemplates.title')}
      description={t('emailTemplates.lead')}
      action={data && !none && create}
    >
      <DataTable
        label={t('emailTemplates.title')}
        rows={data?.email_templates}
        rowId={(template) => template.id}
        list={list}
        columns={columns}
        empty={
          <EmptyState
            title={t('emailTemplates.empty.title')}
            description={t('emailTemplates.empty.description')}
            action={create}
          />
        }
      />
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<{ name: string; type: string }>({
    initial: { name: '', type: 'delivery' },
    labels: { name: t('emailTemplates.create.name'), type: t('emailTemplates.create.type') },
    rules: { name: [required, maxLength(255)] },
  });
  const save = form.submit(async (values) => {
    const { id } = await createTemplate(values);
    await invalidate(queries, EMAIL_SETTINGS);
    void navigate(templatePath(id));
  });
  return (
    <Modal opened onClose={onClose} title={t('emailTemplates.new')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} dir="auto" data-autofocus />
          <SelectField
            field={form.field('type')}
            description={t('emailTemplates.create.help')}
            data={TYPES.map((value) => ({ value: value as string, label: typeName(t, value) }))}
            searchable
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('emailTemplates.create.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('emailTemplates.create.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useColumns(): Column<Template>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const actions = useTemplateActions();
  return [
    {
      key: 'name',
      header: t('emailTemplates.column.name'),
      render: ({ id, name }) => (
        <Anchor component={Link} to={templatePath(id)} inherit fw={500}>
          <bdi>{name}</bdi>
        </Anchor>
      ),
    },
    { key: 'type', header: t('emailTemplates.column.type'), render: ({ type }) => typeName(t, type) },
    {
      key: 'languages',
      header: t('emailTemplates.column.languages'),
      wideOnly: true,
      render: ({ languages }) => <bdi>{languages.join(', ')}</bdi>,
    },
    {
      key: 'groups',
      header: t('emailTemplates.column.groups'),
      align: 'end',
      wideOnly: true,
      render: ({ group_count }) => format.number(group_count),
    },
    {
      key: 'state',
      header: t('emailTemplates.column.state'),
      render: (template) => <State template={template} />,
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('emailTemplates.column.menu')}</VisuallyHidden>,
      align: 'end',
      render: (template) => (
        <ActionMenu
          label={t('emailTemplates.menu', { name: isolate(template.name) })}
          actions={[
            {
              key: 'copy',
              label: t('emailTemplates.copy'),
              icon: IconCopy,
              run: () => void actions.copy(template),
            },
            ...(template.default || template.group_count > 0
              ? []
              : [
                  {
                    key: 'delete',
                    label: t('emailTemplates.delete.action'),
                    icon: IconTrash,
                    danger: true,
                    run: () => void actions.remove(template),
                  },
                ]),
          ]}
        />
      ),
    },
  ];
}
