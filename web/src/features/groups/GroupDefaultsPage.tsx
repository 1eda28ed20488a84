import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField } from '../../ui/form/fields';
import { SaveBar } from '../../ui/form/SaveBar';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { defaultsQuery, type GroupDefaults, updateDefaults } from './api';
import { GradeFields } from './GradeFields';
import styles from './GroupForm.module.css';
import { defaultsInput, defaultValues } from './groupForm';
import { EmailFields, EvidenceFields, GeneralFields, VisibilityFields } from './SettingFields';
import { useAchievementTypes } from './useAchievementTypes';
import { useDefaultsForm } from './useGroupForm';

/** Default settings for new groups of the department. */
export function Component() {
  const { data, error, refetch } = useQuery(defaultsQuery);
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  return data ? <Defaults defaults={data} /> : <PageSkeleton />;
}

function Defaults({ defaults }: { defaults: GroupDefaults }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayManage = usePermission('manage_groups');
  const form = useDefaultsForm(defaultValues(defaults));
  const types = useAchievementTypes(form.values.achievement_type);

  const save = form.submit(async (values) => {
    const next = await updateDefaults(defaultsInput(values));
    queries.setQueryData(defaultsQuery.queryKey, next);
    form.reset(defaultValues(next));
    toast.success(t('groups.defaults.saved'));
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <PageHeader title={t('groups.defaults.title')} subtitle={t('groups.defaults.lead')} />
      <FormProblems problems={form.problems} />
      <fieldset disabled={!mayManage} className={styles.fields}>
        <GeneralFields form={form} />
        <Panel title={t('groups.form.achievement')}>
          <SelectField
            field={form.field('achievement_type')}
            description={t('groups.form.achievementTypeHelp')}
            searchable
            data={types}
          />
        </Panel>
        <VisibilityFields form={form} />
        <EmailFields form={form} />
        <EvidenceFields form={form} />
        <GradeFields form={form} />
      </fieldset>
      <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
    </form>
  );
}
