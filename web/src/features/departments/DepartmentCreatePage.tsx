import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/useLanguage';
import { maxLength, required, url } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { createDepartment } from './api';

const RULES = { name: [required, maxLength(255)], url: [url] };

/** Creates a department with a name and a URL. Everything else is in its settings. */
export function Component() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: '', url: '' },
    labels: { name: t('departments.name'), url: t('departments.url') },
    rules: RULES,
  });

  const save = async ({ name, url }: typeof form.values) => {
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await createDepartment({ name: name.trim(), url: url.trim(), language, time_zone });
    await navigate('/');
  };

  return (
    <Stack gap={0} maw={640}>
      <PageHeader title={t('departments.createTitle')} subtitle={t('departments.createLead')} />
      <form noValidate onSubmit={form.submit(save)}>
        <Panel>
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} description={t('departments.nameHelp')} autoFocus />
          <TextField field={form.field('url')} description={t('departments.urlHelp')} type="url" dir="ltr" />
          <Group justify="flex-end">
            <Button type="submit" loading={form.busy}>
              {t('departments.createSubmit')}
            </Button>
          </Group>
        </Panel>
      </form>
    </Stack>
  );
}
